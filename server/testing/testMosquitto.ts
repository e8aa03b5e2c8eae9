import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { freePort, isInstalled, listens } from './debianServer.ts'

const BINARY = '/usr/sbin/mosquitto'

export interface TestMosquitto {
  url: string
  /** Ends it, with the signal of a service manager or as a power cut does. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Resolves once all that it acknowledged before is on its disk. */
  saved(): Promise<void>
  close(): Promise<void>
}

interface Given {
  /** Port of the gateway, or of the load balancer in front of several. */
  gatewayPort: number
  /** Credential of the bridge. */
  bridge: { id: string; secret: string }
  /** Makes the file with the passwords of devices; without it anybody may publish. */
  passwords?: (file: string) => void
}

/**
 * Mosquitto as the example in `deploy` sets it up, as a bridge to a gateway of this machine. Null, with a sentence on the
 * console, where Mosquitto neither is nor can be installed.
 */
export async function startTestMosquitto(given: Given): Promise<TestMosquitto | null> {
  if (!isInstalled('mosquitto', BINARY)) return null
  const { gatewayPort, bridge, passwords } = given
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'taffrail-mosquitto-'))
  const file = join(dir, 'mosquitto.conf')
  passwords?.(join(dir, 'passwords'))
  const example = await readFile(new URL('../../deploy/mosquitto.conf', import.meta.url), 'utf8')
  const settings = example
    .replace('listener 1883', `listener ${port} 127.0.0.1\nuser ${userInfo().username}`)
    .replace('/run/secrets/mqtt_passwords', join(dir, 'passwords'))
    .replace('/mosquitto/config/acl', new URL('../../deploy/mosquitto.acl', import.meta.url).pathname)
    .replace('/mosquitto/data/', `${dir}/`)
    .replace('autosave_interval 10', 'autosave_interval 1')
    .replace('boats.example.com:8883', `127.0.0.1:${gatewayPort}`)
    .replace(/^bridge_capath .*$/m, '')
    .replace(/bridge:[0-9-]+/, `bridge:${bridge.id}`)
    .replace('remote_password PASSWORD', `remote_password ${bridge.secret}`)
    .replace('restart_timeout 1 10', 'restart_timeout 1')
  const anybody = settings
    .replace('allow_anonymous false', 'allow_anonymous true')
    .replace(/^(password|acl)_file .*$/gm, '')
  await writeFile(file, passwords ? settings : anybody)
  const begin = async () => {
    const child = spawn(BINARY, ['-c', file], { stdio: 'ignore' })
    await listens(port, child)
    return child
  }
  let server = await begin()
  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url: `mqtt://127.0.0.1:${port}`,
    stop,
    async start() {
      server = await begin()
    },
    async saved() {
      const writtenMs = () =>
        stat(join(dir, 'mosquitto.db')).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        )
      // The first write may have begun before.
      for (let writes = 0, lastMs = await writtenMs(); writes < 2; ) {
        await later(50)
        const nowMs = await writtenMs()
        if (nowMs !== lastMs) writes++
        lastMs = nowMs
      }
    },
    async close() {
      await stop()
      await rm(dir, { recursive: true })
    },
  }
}
