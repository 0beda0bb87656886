/** SLURM on one machine (controller, node and munge) in a separate folder, on free ports. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { availableParallelism, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Works without cgroups and a service manager. */
const configOf = (folder: string, [controller, node]: readonly number[], cpus: number): string => {
  const [host = ''] = hostname().split('.', 1);
  const { username } = userInfo();
  return `ClusterName=refrain
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${node}
SlurmUser=${username}
SlurmdUser=${username}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
CredType=cred/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
KillWait=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus} State=UNKNOWN
PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`;
};

/** Polls slowly, because each request is a process. The caller limits the time. */
export async function until(poll: () => boolean): Promise<void> {
  while (!poll()) await pause(100);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Cluster {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #daemons: ChildProcess[] = [];

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = { ...process.env, ...env, SLURM_CONF: join(folder, 'slurm.conf') };
    // Debian has the daemons outside the usual path.
    this.#env['PATH'] += ':/usr/sbin';
  }

  /**
   * Starts everything in an existing folder, to end with this process at the latest.
   *
   * @param env of the tasks
   * @param cpus maximum number of concurrent tasks; default: CPUs of the machine
   */
  static async start(folder: string, env: NodeJS.ProcessEnv, cpus = availableParallelism()): Promise<Cluster> {
    const cluster = new Cluster(folder, env);
    for (const name of ['munge', 'state', 'spool']) mkdirSync(join(folder, name));
    const key = join(folder, 'munge/key');
    writeFileSync(key, randomBytes(128));
    chmodSync(key, 0o600);
    chmodSync(join(folder, 'munge'), 0o700);
    writeFileSync(join(folder, 'slurm.conf'), configOf(folder, [await freePort(), await freePort()], cpus));
    process.once('exit', () => cluster.#kill());
    const files = ['key-file=key', 'socket=socket', 'pid-file=pid', 'log-file=log', 'seed-file=seed'];
    cluster.#spawn(
      'munged',
      '--foreground',
      '--force',
      ...files.map((file) => `--${file.replace('=', `=${folder}/munge/`)}`),
    );
    await until(() => existsSync(join(folder, 'munge/socket')));
    cluster.#spawn('slurmctld', '-D', '-c');
    cluster.#spawn('slurmd', '-D', '-c');
    // The controller may not answer yet.
    await until(() => cluster.#ask('sinfo', '--noheader', '--format=%T').stdout.trim() === 'idle');
    return cluster;
  }

  /** Queues an array of tasks; returns its number. */
  submit(array: string, words: readonly string[]): string {
    const log = `--output=${join(this.#folder, 'task-%a.log')}`;
    return this.#run('sbatch', '--parsable', `--array=${array}`, log, '--open-mode=append', ...words).trim();
  }

  log(task: number): string {
    const path = join(this.#folder, `task-${task}.log`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** States of the tasks of an array, by number. */
  states(job: string): ReadonlyMap<number, string> {
    const lines = this.#run('squeue', '--noheader', '--array', '--states=all', `--jobs=${job}`, '--format=%K %T');
    return new Map(
      lines
        .split('\n')
        .filter(Boolean)
        .map((line) => line.trim().split(' '))
        .map(([task, state = '']) => [Number(task), state]),
    );
  }

  /** Queues a task again, without SLURM's usual two minutes. */
  async requeue(job: string, task: number): Promise<void> {
    const name = `${job}_${task}`;
    this.#run('scontrol', 'requeue', name);
    await until(() => this.states(job).get(task) === 'PENDING');
    this.#run('scontrol', 'update', `job=${name}`, 'StartTime=now');
  }

  async stop(): Promise<void> {
    this.#kill();
    await Promise.all(
      this.#daemons.map(
        (each) => each.exitCode ?? each.signalCode ?? new Promise((resolve) => each.once('exit', resolve)),
      ),
    );
  }

  /** Daemons are children of this process. Tasks are not, and are cancelled. */
  #kill(): void {
    if (this.#daemons.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) return;
    spawnSync('scancel', ['--signal=KILL', '--full', `--user=${userInfo().username}`], { env: this.#env });
    for (const daemon of this.#daemons) daemon.kill('SIGKILL');
  }

  #spawn(name: string, ...words: string[]): void {
    this.#daemons.push(spawn(name, words, { env: this.#env, stdio: 'ignore' }));
  }

  #ask(name: string, ...words: readonly string[]) {
    const answer = spawnSync(name, words, { env: this.#env, encoding: 'utf8' });
    if (answer.error === undefined) return answer;
    throw new Error(`${name} cannot run: apt-get install slurm-wlm`, { cause: answer.error });
  }

  #run(name: string, ...words: readonly string[]): string {
    const { status, stdout, stderr } = this.#ask(name, ...words);
    if (status !== 0) throw new Error(`${name} ${words.join(' ')}: ${stderr}`);
    return stdout;
  }
}
