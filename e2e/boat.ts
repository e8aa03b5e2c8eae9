/** A computer on board: commands of the console run in a shell of its own, and write only into one folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Stand-ins for what needs a whole computer: `sudo` writes units into the folder, and `systemctl` starts their programs without
 * systemd. All other words of the commands run as they are.
 */
const STAND_INS = {
  sudo: 'if [ "$1" = tee ]; then exec tee "$BOAT/$(basename "$2")"; fi\nexec "$@"',
  systemctl: `case "$1" in
  enable) test -f "$BOAT/$2.service" ;;
  restart)
    if [ -f "$BOAT/$2.pid" ]; then kill "$(cat "$BOAT/$2.pid")"; fi
    export STATE_DIRECTORY="$BOAT/$STATE"
    eval "exec $(sed -n 's/^ExecStart=//p' "$BOAT/$2.service")" > "$BOAT/$STATE.log" 2>&1 < /dev/null &
    echo $! > "$BOAT/$2.pid" ;;
  *) exit 1 ;;
esac`,
  journalctl: 'test "$1 $3" = "--unit --follow" && exec tail --lines=+1 -F "$BOAT/$STATE.log"',
}

export class Boat {
  readonly folder: string
  readonly #children = new Set<ChildProcess>()
  #starts = 0
  readonly #done = new Map<string, Promise<string>>()

  private constructor(folder: string) {
    this.folder = folder
    mkdirSync(join(folder, 'bin'))
    for (const [name, script] of Object.entries(STAND_INS)) {
      const path = join(folder, 'bin', name)
      writeFileSync(path, `#!/bin/sh\n${script}\n`)
      chmodSync(path, 0o755)
    }
  }
  static async new(): Promise<Boat> {
    return new Boat(await mkdtemp(join(tmpdir(), 'taffrail-boat-')))
  }

  /** Starts lines of a shell; they run until `close` or their end. */
  start(lines: string, env: Readonly<Record<string, string>> = {}) {
    const child = spawn('sh', ['-c', lines], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{
          STATE: `state${this.#starts}`,
          BOAT: this.folder,
          HOME: this.folder,
          npm_config_prefix: this.folder,
        },
        ...{ npm_config_cache: join(homedir(), '.npm'), npm_config_update_notifier: 'false' },
        PATH: [join(this.folder, 'bin'), process.env.PATH].join(delimiter),
        // The options of the test runner name files of this folder.
        NODE_OPTIONS: '',
        ...env,
      },
    })
    this.#children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return { child, output: () => output }
  }

  /** Runs lines of a shell to their end, and returns their output; throws when they fail. */
  async run(lines: string): Promise<string> {
    const { child, output } = this.start(lines)
    const [code] = await once(child, 'close')
    this.#children.delete(child)
    if (code !== 0) throw new Error(`${lines}\nended with ${code}: ${output()}`)
    return output()
  }

  /** Runs lines that several kinds of equipment begin with, such as an installation. */
  runOnce(lines: string): Promise<string> {
    const running = this.#done.get(lines) ?? this.run(lines)
    this.#done.set(lines, running)
    return running
  }

  /** The next start of a program is its first one: it has no credentials yet. */
  forget() {
    this.#starts += 1
  }

  async close(): Promise<void> {
    for (const child of this.#children) if (child.exitCode === null) killGroup(child.pid ?? 0)
    const unit = join(this.folder, 'taffrail-aboard.pid')
    if (existsSync(unit)) killProcess(Number(readFileSync(unit, 'utf8')))
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const killGroup = (pid: number) => killProcess(-pid)
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
