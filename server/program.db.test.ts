import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { prepareRecords, prepareStores } from '#server/testing/prepareRecords.ts'
import { type Program, ProgramEnded, runScript, startProgram } from '#server/testing/testProgram.ts'
import { serveBuilds, serveWorld, writeTestWorld } from '#server/testing/testWorld.ts'

const run = promisify(execFile)
const isRoot = userInfo().uid === 0
if (!isRoot) process.stderr.write('Not asked as another user of the machine: only root can become one.\n')

let folder = ''
let data = ''
let program: Program
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-program-'))
  // Others of the machine get as far as the data directory itself, and its files were once open to them.
  await chmod(folder, 0o755)
  data = join(folder, 'data')
  await mkdir(data)
  await chmod(data, 0o755)
  await writeFile(join(data, 'of-before'), 'a secret')
  await chmod(join(data, 'of-before'), 0o666)
  program = await startProgram(['--no-demo', '--data', data])
}, 600_000)
afterAll(async () => {
  await program?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Files and folders that other users may access, except links to the shared map. */
async function openPaths(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((e) => join(e.parentPath, e.name))
  const open: string[] = []
  for (const path of [directory, ...paths]) {
    // The engine may drop a file meanwhile.
    const { mode } = (await stat(path).catch(() => null)) ?? { mode: 0 }
    if (mode & 0o077) open.push(`${(mode & 0o777).toString(8)} ${path}`)
  }
  return open
}

test('restricts an open data directory with a message, and makes nothing in it that others could read', async () => {
  expect(await openPaths(data)).toEqual([])
  expect(program.printed().log).toContain('open to other users of this machine')
})

test.runIf(isRoot)('denies access to every other user of the machine', async () => {
  const asNobody = (...command: string[]) => run('/usr/sbin/runuser', ['-u', 'nobody', '--', ...command])
  await expect(asNobody('ls', data)).rejects.toThrow('Permission denied')
  for (const path of [join(data, 'of-before'), join(data, 'records', 'PG_VERSION')]) {
    await expect(asNobody('cat', path)).rejects.toThrow('Permission denied')
    await expect(asNobody('dd', `of=${path}`, 'if=/dev/zero', 'count=0')).rejects.toThrow('Permission denied')
  }
})

test.skipIf(process.platform !== 'linux')('runs with limits on its memory', async () => {
  const ofProcess = (file: string) => readFile(`/proc/${program.pid}/${file}`, 'utf8')
  expect((await ofProcess('cmdline')).split('\0')).toEqual(
    expect.arrayContaining(['--max-semi-space-size=8', '--heap-growing-percent=25']),
  )
  const set = (await ofProcess('environ')).split('\0').map((one) => one.split('=')[0])
  expect(set).toEqual(
    expect.arrayContaining(['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'JE_MALLOC_CONF']),
  )
})

test.skipIf(process.platform !== 'linux')(
  'listens on the ports of the console and of MQTT alone',
  async () => {
    const descriptors = await readdir(`/proc/${program.pid}/fd`)
    const links = await Promise.all(
      descriptors.map((one) => readlink(`/proc/${program.pid}/fd/${one}`).catch(() => '')),
    )
    const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
    const listening = new Set<number>()
    for (const table of ['tcp', 'tcp6', 'udp', 'udp6']) {
      const lines = (await readFile(`/proc/net/${table}`, 'utf8')).trim().split('\n').slice(1)
      for (const line of lines) {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
        const isOpen = table.startsWith('udp') || state === '0A'
        if (isOpen && own.has(inode)) listening.add(Number.parseInt(local.split(':')[1] ?? '', 16))
      }
    }
    expect(listening).toEqual(new Set([Number(new URL(program.url).port), program.mqttPort]))
  },
)

test('restricts backups and restored data in the same way', { timeout: 600_000 }, async () => {
  const backup = join(folder, 'backup')
  expect(await runScript('backup', [backup, '--data', data])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/no key of the secrets\. Keep a copy of .*secrets\.key/),
  })
  expect(await openPaths(backup)).toEqual([])
  expect(existsSync(join(data, 'secrets.key'))).toBe(true)
  const inBackup = await readdir(backup, { recursive: true })
  expect(inBackup.filter((name) => name.includes('secrets'))).toEqual([])
  await program.stop()
  const passphrase = join(folder, 'passphrase')
  await writeFile(passphrase, 'a fair wind and a following sea\n')
  const alone = join(folder, 'backup-alone.age')
  const withPassphrase = ['--data', data, '--passphrase-file', passphrase]
  expect(await runScript('backup', [alone, ...withPassphrase])).toMatchObject({
    code: 0,
    output: `The backup is in ${alone}.\n`,
  })
  expect((await stat(alone)).mode & 0o077).toBe(0)
  expect((await readdir(folder)).filter((name) => name.startsWith('backup-alone'))).toEqual([
    'backup-alone.age',
  ])
  // A backup from before, or one that was copied about, may be open.
  await chmod(join(backup, 'records', 'settings.jsonl'), 0o666)
  const restored = join(folder, 'restored')
  const done = await runScript('restore', [backup, '--data', restored])
  expect([done.code, done.output]).toEqual([
    0,
    expect.stringMatching(/copy secrets\.key of .*restored\/secrets\.key/),
  ])
  expect(await openPaths(restored)).toEqual([])
  // The encrypted one has the key, so the installation starts.
  const again = join(folder, 'restored-again')
  const opened = await runScript('restore', [alone, '--data', again, '--passphrase-file', passphrase])
  expect([opened.code, opened.output]).toEqual([0, expect.not.stringContaining('secrets.key')])
  expect(await readFile(join(again, 'secrets.key'), 'utf8')).toBe(
    await readFile(join(data, 'secrets.key'), 'utf8'),
  )
  expect(await openPaths(again)).toEqual([])
  await writeFile(passphrase, 'another passphrase')
  const wrong = await runScript('restore', [
    alone,
    '--data',
    join(folder, 'no'),
    '--passphrase-file',
    passphrase,
  ])
  expect([wrong.code, wrong.errors.trim()]).toEqual([1, `The passphrase does not open ${alone}.`])
})

test('explains how to call each command, and what is wrong with a call', { timeout: 300_000 }, async () => {
  for (const script of ['start', 'import', 'device', 'new-device', 'basemap', 'backup', 'restore'] as const) {
    const { code, output, errors } = await runScript(script, ['--help'])
    expect([script, code, errors]).toEqual([script, 0, ''])
    expect(output).toMatch(/^npm (start|run (tool )?[\w-]+) -- /)
    expect(output).toContain('--data DIR')
    const wrong = await runScript(script, ['--fast'])
    expect([script, wrong.code]).toEqual([script, 1])
    expect(wrong.errors).toContain("Unknown option '--fast'")
    expect(wrong.errors).not.toContain('    at ')
  }
  const nobody = await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'nowhere')])
  expect([nobody.code, nobody.errors]).toEqual([1, expect.stringContaining('-- --data DIR')])
  const upside = await runScript('basemap', ['--area', '63,-25,67,-13'])
  expect([upside.code, upside.errors]).toEqual([1, expect.stringContaining('its northern edge first')])
})

test('stops with one sentence on an invalid setting', { timeout: 300_000 }, async () => {
  const letter = join(folder, 'no-map')
  await writeFile(letter, 'Dear Sir,\n')
  const charted = join(folder, 'charted')
  await prepareStores(charted)
  for (const env of [
    { TRUST_PROXY: 'proxy.example' },
    { CHART_SOURCES: '[{}]' },
    { SATELLITE_TILES_URL: 'https://tiles.example/{z}/{x}/{y}' },
    { BASEMAP_PMTILES: letter },
  ]) {
    const [name = ''] = Object.keys(env)
    const ended = await startProgram(['--no-demo', '--data', charted], env).catch((error) => error)
    expect(ended).toBeInstanceOf(ProgramEnded)
    const lines = (ended as Error).message.trim().split('\n')
    // Earlier log lines stand above it.
    expect(lines.at(-1)).toMatch(new RegExp(`^${name}\\b`))
    expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([])
  }
})

test('keeps compiled modules beside the data', { timeout: 300_000 }, async () => {
  const dataDir = join(folder, 'compiled')
  const broken = join(folder, 'no-world')
  await writeFile(broken, 'Dear Sir,\n')
  const env = { BASEMAP_PMTILES: broken, NODE_COMPILE_CACHE: undefined }
  await prepareStores(dataDir)
  await expect(startProgram(['--no-demo', '--data', dataDir], env)).rejects.toThrow(ProgramEnded)
  const kept = await readdir(join(dataDir, 'compiled'), { recursive: true })
  expect(kept.length).toBeGreaterThan(1000)
})

test('refuses a data directory from before the first release with a sentence', {
  timeout: 300_000,
}, async () => {
  const dataDir = join(folder, 'prerelease')
  await prepareRecords(dataDir)
  const records = await openRecords({ dataDir })
  await records.db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1795229471270`)
  await records.close()
  const ended = await startProgram(['--no-demo', '--data', dataDir]).catch((error) => error)
  expect(ended).toBeInstanceOf(ProgramEnded)
  // The line before was logged: the copied directory was open to others.
  expect(ended.message.trim().split('\n').at(-1)).toBe(
    `The data directory ${dataDir} contains data of a version before the first release, which this version cannot read and has left unchanged: name another directory with --data, or delete this one.`,
  )
})

describe('an area in harbour detail by a command', { timeout: 300_000 }, () => {
  const file = () => join(folder, 'world.pmtiles')
  beforeAll(() => writeTestWorld(file()))
  const fetchArea = (env: Record<string, string>, ...more: string[]) =>
    runScript('basemap', ['--area', '64.2,-22.05,64.1,-21.85', '--name', 'Reykjavík', ...more], env)
  const namesIn = (dataDir: string) => readdir(join(dataDir, 'areas')).catch(() => [])

  test('keeps an area once, and no more than all areas may take together', async () => {
    const world = await serveWorld(file())
    onTestFinished(world.close)
    const dataDir = join(folder, 'areas-of-one')
    const env = { BASEMAP_SOURCE_URL: world.url, BASEMAP_AREAS_MB: '1' }
    // An area of another user that needs all but a thousand bytes.
    const other = '11111111-1111-4111-8111-111111111111'
    const note = { id: other, name: 'Other', bounds: [1, 1, 2, 2], minzoom: 9, maxzoom: 15, bytes: 999_000 }
    const more = { state: 'stopped', problem: null, fetched_bytes: 0, kept_at: null }
    await mkdir(join(dataDir, 'areas'), { recursive: true })
    const otherNote = join(dataDir, 'areas', `${other}.json`)
    await writeFile(otherNote, JSON.stringify({ ...note, ...more, created_at: '2026-01-01T00:00:00.000Z' }))
    for (const flags of [['--plan'], []]) {
      const refused = await fetchArea(env, '--data', dataDir, ...flags)
      expect([refused.code, refused.errors]).toEqual([
        1,
        expect.stringMatching(/^That is more than may be kept\..* all may take 1\.0 MB\)\n$/),
      ])
    }
    expect(await namesIn(dataDir)).toEqual([`${other}.json`])
    await rm(otherNote)
    const taken = await fetchArea(env, '--data', dataDir)
    expect([taken.code, taken.errors]).toEqual([0, ''])
    expect(taken.output).toContain('the map shows “Reykjavík” from now on')
    expect((await namesIn(dataDir)).map((name) => name.slice(36)).sort()).toEqual([
      ...['-progress.json', '.json', '.pmtiles'],
    ])
    const again = await fetchArea(env, '--data', dataDir)
    expect([again.code, again.errors]).toEqual([1, 'This area is kept already. (Reykjavík)\n'])
  })

  test('resumes an area with the build it started with, even when a newer one exists', async () => {
    const dataDir = join(folder, 'areas-of-builds')
    const builds = await serveBuilds(file(), folder)
    onTestFinished(builds.close)
    const buildOf = (days: number) =>
      `/${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}.pmtiles`
    // Whatever day it is by the time that it is asked for.
    for (const days of [3, 4]) builds.there.add(buildOf(days))
    // Enough for the plan, and for no tile.
    builds.breakAfter(20_000)
    const broken = await fetchArea(builds.env, '--data', dataDir)
    expect([broken.code, broken.errors]).toEqual([1, expect.stringContaining('does not answer')])
    expect(broken.output).toContain(`build.protomaps.com${buildOf(3)}`)
    builds.mend()
    builds.there.add(buildOf(2))
    builds.asked.splice(0)
    const taken = await fetchArea(builds.env, '--data', dataDir)
    expect([taken.code, taken.errors]).toEqual([0, ''])
    expect(taken.output).toContain(`build.protomaps.com${buildOf(3)}`)
    expect(builds.asked).not.toContain(buildOf(2))
  })
})

const interfaces = Object.values(networkInterfaces()).flat()
const lan = interfaces.find((one) => one?.family === 'IPv4' && !one.internal)?.address
const hasIPv6 = interfaces.some((one) => one?.address === '::1')
const hosts = [hasIPv6 ? '::1' : '127.0.0.1', ...(lan ? [lan] : [])]
const own = () => join(folder, 'own')

test('answers its own commands on any address it listens to', { timeout: 600_000 }, async () => {
  const log = join(folder, 'log.nmea')
  await writeFile(log, '$GPRMC,120000.00,A,6409.00,N,02157.00,W,5.0,10.0,010726,,,A*73\n')
  await prepareStores(own())
  for (const [n, HOST] of hosts.entries()) {
    const server = await startProgram(['--no-demo', '--data', own()], { HOST })
    onTestFinished(server.stop)
    expect(server.url).toContain(HOST === '127.0.0.1' ? 'localhost' : HOST)
    if (n === 0) {
      const first = {
        organization: 'Harbour',
        name: 'Ada',
        email: 'ada@harbour.example',
        password: 'a fair wind',
      }
      const answer = await fetch(`${server.url}/api/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(first),
      })
      expect(answer.status).toBe(200)
    }
    const newDevice = (...more: string[]) =>
      runScript('new-device', ['--vessel', 'Aava', '--data', own(), ...more], { HOST })
    const second = n > 0 ? await newDevice() : null
    if (second) expect([second.code, second.errors]).toEqual([1, expect.stringContaining('Add --replace')])
    const device = await newDevice('--replace')
    expect([HOST, device.code, device.output]).toEqual([HOST, 0, expect.stringMatching(/secret \S{40}/)])
    const misspelt = await runScript('import', ['--vessel', 'Aaava', '--data', own(), log], { HOST })
    expect([misspelt.code, misspelt.output]).toEqual([1, expect.stringContaining('no vessel named Aaava')])
    const letter = join(folder, 'letter')
    await writeFile(letter, 'Dear Sir,\n')
    const named = ['--vessel', 'Nobody', '--create', '--data', own()]
    const unread = await runScript('import', [...named, letter], { HOST })
    expect([unread.code, unread.output]).toEqual([1, expect.stringContaining('no log of a known kind')])
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(device.output) ?? []
    const sent = await runScript('device', ['--server', server.url, '--id', id, `--secret=${secret}`, log], {
      HOST,
    })
    expect([HOST, sent.code, sent.output]).toEqual([HOST, 0, expect.stringContaining('all sent')])
    const stored = await runScript('import', ['--vessel', 'Aava', '--data', own(), log], { HOST })
    expect([HOST, stored.code, stored.output]).toEqual([HOST, 0, expect.stringContaining('readings stored')])
    await server.stop()
    for (const line of server.printed().log.trim().split('\n').filter(Boolean)) JSON.parse(line)
  }
  const nobody = await runScript('import', ['--vessel', 'Nobody', '--data', own(), log])
  expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('no vessel named Nobody')])
  const elsewhere = { HOST: '203.0.113.1', MQTT_HOST: '203.0.113.1' }
  const old = join(folder, 'old.csv')
  await writeFile(old, 'time,lat,lon\n2006-11-02T09:00:00Z,63.95,-22.45\n')
  const named = ['--vessel', 'Aava', '--data', own()]
  const alone = await runScript('import', [...named, '--weeks', '1024', log, old], elsewhere)
  expect([alone.code, alone.output]).toEqual([
    0,
    expect.stringMatching(/readings stored[\s\S]*old.csv: 1,024 weeks added to its dates/),
  ])
})

test('opens the demo as a demo, and other data as what it is', { timeout: 600_000 }, async () => {
  await expect(startProgram(['--data', own()])).rejects.toThrow('Start it with --no-demo')
  const demo = join(folder, 'demo')
  await prepareStores(demo)
  await (await startProgram(['--data', demo])).stop()
  const asOwn = startProgram(['--no-demo', '--data', demo])
  await expect(asOwn).rejects.toThrow(ProgramEnded)
  await expect(asOwn).rejects.toThrow(`${demo} contains the demo`)
  await expect(asOwn).rejects.toThrow('--data')
  await (await startProgram(['--data', demo])).stop()
})
