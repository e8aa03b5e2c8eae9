import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('starts with a demo on this machine alone without settings', () => {
  const config = readConfig({}, [])
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', demo: true })
})

test('prefers the command line to the environment', () => {
  const config = readConfig({ PORT: '4000', DATA_DIR: '/tmp/a' }, [
    '--port',
    '5000',
    '--data',
    '/tmp/b',
    '--no-demo',
  ])
  expect(config).toMatchObject({ PORT: 5000, dataDir: '/tmp/b', demo: false })
})

test('opens the broker on the console’s address, unless set otherwise', () => {
  expect(readConfig({ HOST: '::1' }, [])).toMatchObject({ HOST: '::1', MQTT_HOST: '::1' })
  expect(readConfig({ MQTT_HOST: '::' }, ['--no-demo'])).toMatchObject({ HOST: '127.0.0.1', MQTT_HOST: '::' })
})

test('has all roles unless some are named, in any order', () => {
  const stores = { DATABASE_URL: 'postgres://x/y', CLICKHOUSE_URL: 'http://x', NATS_URL: 'nats://x' }
  expect(readConfig({}, [])).toMatchObject({ isWhole: true, isShared: false })
  expect(readConfig({ ...stores, ROLES: 'api, gateway' }, ['--no-demo'])).toMatchObject({
    ...{ ROLES: ['gateway', 'api'], isWhole: false, isShared: true },
  })
})

test('treats an empty value as missing', () => {
  expect(readConfig({ SMTP_URL: '', PORT: '' }, [])).toMatchObject({ PORT: 3000 })
})

test('accepts addresses and networks, of either kind, that may be called', () => {
  const OUTGOING_ADDRESSES = '10.0.0.0/8, 192.168.1.7,::1,fd00::/8'
  expect(readConfig({ OUTGOING_ADDRESSES }, [])).toMatchObject({ OUTGOING_ADDRESSES })
})

test('accepts proxies one by one, and the names of private networks', () => {
  const TRUST_PROXY = '10.0.0.1, 10.1.0.0/16,fd00::/8, loopback'
  const { TRUST_PROXY: proxies } = readConfig({ TRUST_PROXY }, [])
  expect(proxies).toEqual(['10.0.0.1', '10.1.0.0/16', 'fd00::/8', 'loopback'])
})

test('accepts charts on the web as they are named', () => {
  const chart = { name: 'Depths', url: 'https://tiles.example/{z}/{x}/{y}.png' }
  expect(readConfig({ CHART_SOURCES: JSON.stringify([chart]) }, []).webCharts).toMatchObject([
    { id: 'web-Depths', tiles: chart.url, maxzoom: 18 },
  ])
  expect(readConfig({}, []).webCharts).toEqual([])
})

test('stops with a sentence on an invalid setting', () => {
  const refused = (env: NodeJS.ProcessEnv, args: string[] = []) => {
    try {
      readConfig(env, args)
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
    throw new Error('was accepted')
  }
  expect(refused({ PORT: 'x' })).toMatch(/^PORT /)
  const stores = {
    ...{ DATABASE_URL: 'postgres://x/y', CLICKHOUSE_URL: 'http://x', NATS_URL: 'nats://x' },
  }
  expect(refused(stores, ['--no-demo', '--role', 'captain'])).toBe(
    'ROLES must be some of gateway,processing,api.',
  )
  expect(refused({ ...stores, NATS_URL: '' }, ['--no-demo', '--role', 'api'])).toMatch(
    /share their stores: .* NATS_URL are needed/,
  )
  expect(refused({ ...stores, ROLES: 'api' })).toMatch(/demo needs all roles/)
  expect(refused({ NATS_URL: 'nats://x/a' })).toMatch(/^NATS_URL must have no path/)
  expect(refused({ DATABASE_URL: 'mysql://x' })).toMatch(/postgres/)
  expect(refused({ CLICKHOUSE_CLUSTER: 'fleet' })).toMatch(/^CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL/)
  expect(refused({ CLICKHOUSE_URL: 'http://x', CLICKHOUSE_CLUSTER: "x' y" })).toMatch(
    /^CLICKHOUSE_CLUSTER must/,
  )
  for (const PUBLIC_URL of [
    'https://x.example/a b',
    'https://x.example/?q',
    'https://me:pw@x.example',
    'https://x.example/%2e%2e',
  ])
    expect(refused({ PUBLIC_URL })).toMatch(/^PUBLIC_URL must be an address that ends with a host or/)
  expect(refused({ PUBLIC_URL: 'boats' })).toMatch(/^PUBLIC_URL must be an address that starts/)
  expect(refused({ NODE_ENV: 'production' })).toMatch(/--no-demo/)
  expect(refused({ HOST: '0.0.0.0' })).toMatch(/--no-demo/)
  expect(refused({ FILES_S3_URL: 'https://s3.example.org' })).toMatch(/bucket/)
  expect(refused({ SUPPORT_EMAIL: 'the harbour' })).toBe('SUPPORT_EMAIL must be a mail address.')
  for (const OUTGOING_ADDRESSES of [
    '10.0.0.0/x',
    '10.0.0.0/33',
    'harbour.example',
    '10.0.0.0/8;::1',
    '10.0.0.0/',
  ])
    expect(refused({ OUTGOING_ADDRESSES })).toMatch(/^OUTGOING_ADDRESSES must be addresses/)
  expect(refused({ FILES_S3_KEY_ID: 'a' })).toMatch(/needed together/)
  for (const TRUST_PROXY of ['proxy.example', 'true', '10.0.0.0/33', '10.0.0.1;10.0.0.2', ' , '])
    expect(refused({ TRUST_PROXY })).toMatch(/^TRUST_PROXY must be addresses or networks .*\.$/)
  expect(refused({ TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' })).toBe('TRUST_PROXY must not be all networks (/0).')
  for (const setting of ['BASEMAP_TILES_URL', 'SATELLITE_TILES_URL', 'SEAMARKS_TILES_URL'])
    expect(refused({ [setting]: 'https://tiles.example/{z}/{x}' })).toBe(
      `${setting} must hold {z}, {x} and {y}.`,
    )
  expect(refused({ SATELLITE_TILES_URL: 'https://tiles.example/{z}/{x}/{y}' })).toMatch(
    /^SATELLITE_TILES_URL needs SATELLITE_TILES_CREDIT: .*\.$/,
  )
  const charts = (...sources: object[]) => refused({ CHART_SOURCES: JSON.stringify(sources) })
  expect(refused({ CHART_SOURCES: '[' })).toBe('CHART_SOURCES: not valid JSON.')
  expect(charts({ name: 'Depths', url: 'https://tiles.example/{z}' })).toBe(
    'CHART_SOURCES: 0 url must hold {z}, {x} and {y}.',
  )
  expect(charts({ name: 'Depths', url: 'tiles/{z}/{x}/{y}' })).toBe('CHART_SOURCES: 0 url is no address.')
  expect(charts({ url: 'https://tiles.example/{z}/{x}/{y}' })).toMatch(/^CHART_SOURCES: 0 name .*\.$/)
  expect(refused({}, ['--fast'])).toMatch(/Known options/)
})

test('configures an outside provider only completely, and names it after its host without a name', () => {
  const env = {
    OIDC_ISSUER: 'https://id.harbour.example/realm',
    OIDC_CLIENT_ID: 'b',
    OIDC_CLIENT_SECRET: 's',
  }
  const { provider } = readConfig(env, [])
  expect(provider).toEqual({
    issuer: env.OIDC_ISSUER,
    clientId: 'b',
    clientSecret: 's',
    name: 'id.harbour.example',
  })
  expect(readConfig({ ...env, OIDC_NAME: 'Harbour ID' }, []).provider?.name).toBe('Harbour ID')
  expect(readConfig({}, []).provider).toBeNull()
  for (const missing of Object.keys(env)) {
    expect(() => readConfig({ ...env, [missing]: undefined }, [])).toThrow('are needed together')
  }
})

test('accepts a certificate for the built-in broker only with its key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-settings-'))
  const file = join(folder, 'cert.pem')
  writeFileSync(file, 'no certificate')
  const refused = (env: NodeJS.ProcessEnv) => expect(() => readConfig(env, []))
  refused({ MQTT_TLS_CERT: file }).toThrow('MQTT_TLS_CERT and MQTT_TLS_KEY are needed together')
  refused({ MQTT_TLS_CERT: file, MQTT_TLS_KEY: file }).toThrow('cannot be used')
  refused({ MQTT_TLS_CERT: join(folder, 'none'), MQTT_TLS_KEY: file }).toThrow('cannot be used: ENOENT')
  expect(readConfig({}, []).brokerTls).toBeNull()
})

test('refuses the broker of an earlier version, which would receive messages that nobody reads', () => {
  for (const env of [{ MQTT_URL: 'mqtt://sea.example' }, { MQTT_URL_FILE: '/run/secrets/mqtt_url' }])
    expect(() => readConfig(env, [])).toThrow('Connect that broker as a bridge')
})

test('trusts the load balancers of the broker that are named, and never every address', () => {
  const { brokerProxies } = readConfig({ MQTT_TRUST_PROXY: '10.0.0.0/8, 192.168.1.7' }, [])
  const isTrusted = (address: string) => brokerProxies.check(address)
  expect(['10.1.2.3', '192.168.1.7', '127.0.0.1'].map(isTrusted)).toEqual([true, true, false])
  expect(readConfig({}, []).brokerProxies.check('127.0.0.1')).toBe(false)
  for (const all of ['0.0.0.0/0', '10.0.0.0/8, ::/0', 'everybody'])
    expect(() => readConfig({ MQTT_TRUST_PROXY: all }, [])).toThrow('MQTT_TRUST_PROXY must')
})

test('reads secrets from files, and nothing else', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'taffrail-settings-')), 'smtp')
  writeFileSync(file, 'smtp://user:secret@mail.example:587\n')
  expect(readConfig({ SMTP_URL_FILE: file }, [])).toMatchObject({
    SMTP_URL: 'smtp://user:secret@mail.example:587',
  })
  const refused = (env: NodeJS.ProcessEnv) => expect(() => readConfig(env, []))
  refused({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://other' }).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set.',
  )
  refused({ SMTP_URL_FILE: `${file}.none` }).toThrow(/^SMTP_URL_FILE cannot be read: ENOENT/)
  // The error message about a secret does not contain the secret.
  refused({ DATABASE_URL_FILE: file }).toThrow(/^DATABASE_URL must be an address that starts with postgres/)
  expect(readConfig({ PORT_FILE: file }, []).PORT).toBe(3000)
})
