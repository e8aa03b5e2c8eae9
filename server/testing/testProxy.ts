/** nginx and Caddy as the examples in `deploy` set them up, on ports of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, listens } from './debianServer.ts'
import { makeTestCertificate } from './testCertificate.ts'

export type ProxyName = 'nginx' | 'caddy'
const BINARIES = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }

export interface TestProxy {
  close(): Promise<void>
}

export const hasProxy = (name: ProxyName) => isInstalled(name, BINARIES[name])

/** The example in front of a server, at https://localhost:PORT, with a certificate of its own. */
export async function startTestProxy(
  name: ProxyName,
  port: number,
  upstreamPort: number,
  base = '',
): Promise<TestProxy> {
  return started(name, port, (folder) => {
    const { cert: certificate, key } = makeTestCertificate(folder)
    const paths = { folder, certificate, key, base }
    return name === 'nginx' ? nginx(port, upstreamPort, paths) : caddy(port, upstreamPort, paths)
  })
}

/** The example for several processes in front of those of the role `api` and of a gateway, at http://localhost:PORT. */
export const startTestBalancer = (
  port: number,
  upstreamPorts: readonly number[],
  { gatewayPort = upstreamPorts[0], base = '' }: { gatewayPort?: number | undefined; base?: string } = {},
): Promise<TestProxy> =>
  started('caddy', port, async (folder) => {
    const site = belowPath(base, await example('Caddyfile.roles'))
      .replace('boats.example.com {', `http://localhost:${port} {`)
      .replaceAll('api:3000 api-2:3000', upstreamPorts.map((to) => `127.0.0.1:${to}`).join(' '))
      .replace('dynamic a gateway 3000', `dynamic a 127.0.0.1 ${gatewayPort}`)
    return runCaddy(folder, site)
  })

const STREAM_MODULE = '/usr/lib/nginx/modules/ngx_stream_module.so'
export const hasMqttBalancer = () => hasProxy('nginx') && isInstalled('libnginx-mod-stream', STREAM_MODULE)

/**
 * The example for MQTT, trackers and NMEA 0183 in front of several gateways, without TLS. It may be killed and started again
 * on its ports.
 */
export async function startMqttBalancer(
  gatewayPorts: readonly number[],
  upstream: { nmea?: number } = {},
): Promise<TestProxy & { port: number; nmeaPort: number; kill(): Promise<void>; start(): Promise<void> }> {
  const [port, nmeaPort, trackerPort] = [await freePort(), await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-balancer-'))
  const file = join(folder, 'nginx.conf')
  const line = 'server gateway:1883 max_fails=1 fail_timeout=5s;'
  const settings = (await example('nginx-mqtt.conf'))
    .replace('include /etc/nginx/modules-enabled/*.conf;', `load_module ${STREAM_MODULE};`)
    .replace(line, gatewayPorts.map((to) => line.replace('gateway:1883', `127.0.0.1:${to}`)).join('\n'))
    .replace('gateway:10110', `127.0.0.1:${upstream.nmea ?? nmeaPort}`)
    .replace('gateway:5027', `127.0.0.1:${trackerPort}`)
    .replace('listen 8883 ssl;', `listen 127.0.0.1:${port};`)
    .replace('listen 10110;', `listen 127.0.0.1:${nmeaPort};`)
    .replace('listen 5027;', `listen 127.0.0.1:${trackerPort};`)
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace(/^ *ssl_certificate.*$/gm, '')
  await writeFile(
    file,
    `daemon off; master_process off; user root; pid ${folder}/pid; error_log ${folder}/error.log;\n${settings}`,
  )
  const begin = async () => {
    const child = spawn(BINARIES.nginx, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
    await listens(port, child)
    return child
  }
  let child = await begin()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    port,
    nmeaPort,
    kill,
    async start() {
      child = await begin()
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

async function started(
  name: ProxyName,
  port: number,
  start: (folder: string) => Promise<ChildProcess>,
): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), `taffrail-${name}-`))
  const child = await start(folder)
  await listens(port, child)
  return {
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

interface Paths {
  folder: string
  certificate: string
  key: string
  /** Base path of the console, as in the comment of each example. */
  base: string
}

const example = (file: string) => readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

async function nginx(port: number, upstreamPort: number, { folder, certificate, key, base }: Paths) {
  const site = (await example('nginx.conf'))
    .replace('location / {', `location ${base}/ {`)
    .replace('= /metrics', `= ${base}/metrics`)
    .replaceAll(':443', `:${port}`)
    .replaceAll(' 443', ` ${port}`)
    .replace(/\/etc\/ssl\/certs\/\S+(?=;)/, certificate)
    .replace(/\/etc\/ssl\/private\/\S+(?=;)/, key)
    .replaceAll('boats.example.com', 'localhost')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${folder}/${what};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary}
${site} }`,
  )
  return spawn(BINARIES.nginx, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
}

async function caddy(port: number, upstreamPort: number, { folder, certificate, key, base }: Paths) {
  const site = belowPath(base, await example('Caddyfile'))
    .replace('boats.example.com {', `https://localhost:${port} {\n\ttls ${certificate} ${key}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
  return runCaddy(folder, site)
}

/** Makes the change that the comment of either Caddyfile asks for. */
const belowPath = (base: string, site: string) =>
  base === ''
    ? site
    : site
        .replace('respond /metrics', `respond ${base}/metrics`)
        .replace('reverse_proxy /gateway/*', `reverse_proxy ${base}/gateway/*`)
        .replace(/reverse_proxy (?=127|api)/, `reverse_proxy ${base}/* `)
        .replace(/(?<=boats\.example\.com \{)/, `\n\tredir ${base} ${base}/`)

async function runCaddy(folder: string, site: string) {
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  return spawn(BINARIES.caddy, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
}

export interface ProxyAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A call that trusts any certificate, and may come from an address that is chosen (`localAddress`). */
export function call(url: string, options: RequestOptions & { body?: object } = {}): Promise<ProxyAnswer> {
  const { body, headers, ...rest } = options
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: body ? 'POST' : 'GET',
        rejectUnauthorized: false,
        agent: false,
        ...rest,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
