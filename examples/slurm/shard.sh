#!/bin/sh
# One task of a SLURM array. It reads the sites of one shard, and writes a file, which gets its name when it is complete. The number of
# shards is an argument, because SLURM's count differs if only a part of the array is queued again.
#
# Run: sbatch --array=1-16 shard.sh 16 out cdx-00042.gz --archives /crawl
#      sbatch --array=7,11 shard.sh 16 out cdx-00042.gz --archives /crawl   (some of them again: the same bytes)
#      cat out/*.ndjson > pages.ndjson
#SBATCH --requeue
set -eu
count=$1
out=$2
shift 2
# Without `exec`, only the shell would receive a signal.
exec refrain "$@" --seed 1 --shard "$SLURM_ARRAY_TASK_ID/$count" --out "$out/$(printf %05d "$SLURM_ARRAY_TASK_ID").ndjson"
