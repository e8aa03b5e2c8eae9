import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import { PROCESS_ROLES, SECRET_SETTINGS, Settings } from './settings.ts'

const deploy = new URL('../deploy/', import.meta.url)
const folder = new URL('kubernetes/', deploy)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('probes and limits the pods of each role, and runs none as root', () => {
  const files = [...(/resources: \[(.+)\]/.exec(read('kustomization.yaml'))?.[1] ?? '').split(', ')]
  expect(files.toSorted()).toEqual(
    readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml'),
  )
  for (const role of PROCESS_ROLES) {
    const text = read(`${role}.yaml`)
    expect(text).toMatch(new RegExp(`- name: ROLES\\n +value: ${role}\\n`))
    expect(text).toMatch(/readinessProbe:\n +httpGet:\n +path: \/ready\n/)
    expect(text).toMatch(/livenessProbe:\n +httpGet:\n +path: \/health\n/)
    expect(text).toMatch(/runAsNonRoot: true/)
    expect(text).toMatch(/^ {6}enableServiceLinks: false$/m)
    expect(text).toMatch(/limits:\n +memory: \d/)
  }
})

test('sets only existing settings in the examples, and no secrets', () => {
  const set = read('settings.env')
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
  const secret = [...read('kustomization.yaml').matchAll(/--from-literal=(\w+)=/g)].map(
    ([, name = '']) => name,
  )
  expect(set.filter((name) => !(name in Settings.shape))).toEqual([])
  expect(set.filter((name) => SECRET_SETTINGS.some((one) => one === name))).toEqual([])
  expect(secret.filter((name) => !SECRET_SETTINGS.some((one) => one === name))).toEqual([])
})

test('names this version in the manifests, and a namespace before its contents', () => {
  const text = read('kustomization.yaml')
  expect(text).toContain(`newTag: ${CONSOLE_VERSION}\n`)
  expect(text).toMatch(/^#.*kubectl apply -f namespace\.yaml\n#.*kubectl -n taffrail create secret/m)
})

const KINDS = { Deployment, StatefulSet, Ingress, Namespace, Service }

test('writes each manifest as Kubernetes requires', async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  const manifests = files.flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS()))
  expect(manifests.length).toBeGreaterThanOrEqual(files.length)
  for (const manifest of manifests) {
    const Model = KINDS[manifest.kind as keyof typeof KINDS]
    expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow()
  }
})

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

test.skipIf(!runs('kubectl', 'version', '--client'))('joins the manifests', () => {
  const text = execFileSync('kubectl', ['kustomize', fileURLToPath(folder)], { encoding: 'utf8' })
  const kinds = [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind = '']) => kind)
  for (const kind of ['StatefulSet', 'Deployment', 'Service', 'Ingress', 'ConfigMap', 'Namespace'])
    expect(kinds).toContain(kind)
  expect(text).not.toContain('image: taffrail\n')
})

test.each(['nginx.conf', 'Caddyfile', 'Caddyfile.roles', 'kubernetes/ingress.yaml'])(
  'says in %s what to change below a path',
  (file) => {
    const text = readFileSync(new URL(file, deploy), 'utf8')
    expect(text).toContain('PUBLIC_URL=https://boats.example.com/fleet')
    for (const [path] of text.matchAll(/(?<=^[^#]*) \/(metrics|gateway)\b/gm))
      expect(text).toMatch(new RegExp(`^#.*/fleet${path.trim()}\\b`, 'm'))
  },
)

test('puts nothing that Git ignores into the image, least of all passwords', () => {
  const lines = (file: string) =>
    readFileSync(new URL(`../${file}`, deploy), 'utf8')
      .trim()
      .split('\n')
  const everywhere = lines('.gitignore').map((pattern) => `**/${pattern.replace(/\/$/, '')}`)
  const below = lines('deploy/.gitignore').map((pattern) => `deploy/${pattern.replace(/\/$/, '')}`)
  expect(below).toContain('deploy/secrets')
  expect(everywhere).toContain('**/.env*')
  expect(lines('.dockerignore')).toEqual(expect.arrayContaining([...everywhere, ...below]))
})

describe.each(['compose.yaml', 'compose.roles.yaml'])('%s', (file) => {
  const text = readFileSync(new URL(file, deploy), 'utf8')
  const all = text + (file === 'compose.yaml' ? '' : readFileSync(new URL('compose.yaml', deploy), 'utf8'))
  const services = [
    ...((text.split(/^services:$/m)[1] ?? '').split(/^secrets:$/m)[0]?.matchAll(/^ {2}([\w-]+):/gm) ?? []),
  ].map(([, name = '']) => name)
  /** Programs beside Taffrail have settings of their own. */
  const OTHERS = /^(POSTGRES|CLICKHOUSE_(USER|PASSWORD|DEFAULT)|GARAGE)/

  test('uses only existing settings in %s, and secrets only from files', () => {
    const set = [...text.matchAll(/^ +(?:environment: \{ .*?)?([A-Z][A-Z0-9_]+): (.+)$/gm)]
      .map(([, name = '', value = '']) => ({ name, value }))
      .filter(({ name }) => !OTHERS.test(name))
    expect(set.length).toBeGreaterThan(5)
    for (const { name, value } of set) {
      const setting = name.replace(/_FILE$/, '')
      expect(setting in Settings.shape, name).toBe(true)
      // A setting that may hold a password stands here only with a value that shows there is none.
      const isSecret = SECRET_SETTINGS.some((one) => one === setting)
      if (isSecret) expect(name.endsWith('_FILE') || /^\$\{|^nats:/.test(value), name).toBe(true)
    }
  })

  test('names only existing secrets, stores and proxies', () => {
    const given = [...text.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)].map(([, name]) => name)
    const used = [...all.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name)
    expect(used.filter((name) => !given.includes(name))).toEqual([])
    const hosts = [...text.matchAll(/: (?:http|nats):\/\/([\w-]+):\d/g)].map(([, host = '']) => host)
    const proxy = file === 'compose.yaml' ? text : readFileSync(new URL('Caddyfile.roles', deploy), 'utf8')
    const led = [...proxy.matchAll(/(?<= |\/)([a-z][\w-]*)[: ]3000\b/g)].map(([, host = '']) => host)
    expect(led.length).toBeGreaterThan(0)
    expect([...hosts, ...led].filter((host) => !services.includes(host))).toEqual([])
  })

  test('states the owner of files that a program without root reads', () => {
    const owned = (uid: number) =>
      new RegExp(`^#   sudo chown ${uid} (.+)$`, 'm').exec(text)?.[1]?.split(' ').toSorted()
    const read = (program: RegExp) => {
      const given = (program.exec(text)?.[0].match(/secrets: \[(.+)\]/)?.[1] ?? '').split(', ')
      return given.map((name) => `secrets/${name}`).toSorted()
    }
    expect(owned(1000)).toEqual(read(/build: \.\.[\s\S]*?secrets: .+/))
  })

  test.skipIf(!runs('docker-compose', 'version'))('is valid for docker-compose', () => {
    const copy = mkdtempSync(join(tmpdir(), 'taffrail-compose-'))
    onTestFinished(() => rmSync(copy, { recursive: true }))
    cpSync(deploy, join(copy, 'deploy'), { recursive: true })
    mkdirSync(join(copy, 'deploy', 'secrets'))
    writeFileSync(join(copy, 'deploy', 'secrets', 'garage.env'), 'GARAGE_DEFAULT_ACCESS_KEY=GK00\n')
    const args = ['-f', join(copy, 'deploy', file), 'config', '--services']
    const known = execFileSync('docker-compose', args, { encoding: 'utf8' }).trim().split('\n')
    expect(known.toSorted()).toEqual(services.toSorted())
  })
})
