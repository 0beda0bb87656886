#!/bin/sh
# One task of an array of SLURM: the sites of one shard, in a file that is there when it is whole. The number of shards is written out,
# because a part of an array that is queued again has another count.
#
# Run: sbatch --array=1-16 shard.sh 16 out cdx-00042.gz --archives /crawl
#      sbatch --array=7,11 shard.sh 16 out cdx-00042.gz --archives /crawl   (some of them again: the same bytes)
#      cat out/*.ndjson > pages.ndjson
#SBATCH --requeue
set -eu
count=$1
out=$2
shift 2
# Without `exec` a signal would reach the shell alone.
exec refrain "$@" --seed 1 --shard "$SLURM_ARRAY_TASK_ID/$count" --out "$out/$(printf %05d "$SLURM_ARRAY_TASK_ID").ndjson"
