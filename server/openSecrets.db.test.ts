import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetSecrets } from './access/forgetSecrets.ts'
import { openSecrets } from './openSecrets.ts'
import { placeOfWebhook, SEALED_SETTINGS, sealedSetting } from './records/sealedSecrets.ts'
import { readSetting, writeSetting } from './records/settings.ts'
import { rowsOf } from './stores/relational/openRecords.ts'
import { settings, webhooks } from './stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from './testing/testApi.ts'
import { secretOfApp } from './testing/testAuthenticator.ts'

let api: TestApi
let dataDir = ''
let hook: { id: string; secret: string; replaced: string }
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-secrets-'))
  api = await testApi({ OUTGOING_ADDRESSES: '127.0.0.1' })
  await twoOrganizations(api.db)
})
afterAll(async () => {
  await api?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const alone = (more: Partial<Parameters<typeof openSecrets>[0]> = {}) => ({
  ...{ dataDir, isShared: false, SECRETS_KEY: undefined, ...more },
})
const stored = async () => {
  const [row] = await api.db.select().from(webhooks).where(eq(webhooks.id, hook.id))
  const kept = await Promise.all(SEALED_SETTINGS.map((name) => readSetting<string>(api.db, name)))
  return { webhook: [row?.secret, row?.previousSecret], settings: kept }
}

test('keeps no secret readable in the database', async () => {
  const cookie = await signIn(api.app, emailOf('organization-admin'))
  const headers = bearer(await tokenOf(api.app, cookie))
  const call = async (method: 'POST' | 'PUT', url: string, payload: object, more: object = headers) =>
    (await api.app.inject({ method, url, payload, headers: { ...more } })).json()
  const made = await call('POST', '/api/webhooks', {
    ...{ name: 'Office', url: 'http://127.0.0.1:9/hook', severities: ['critical'], enabled: true },
  })
  const rotated = await call('PUT', `/api/webhooks/${made.id}/rotate`, {})
  hook = { id: made.id, secret: rotated.secret, replaced: made.secret }
  const enabled = await call('POST', '/identity/two-factor/enable', { password: PASSWORD }, { cookie })
  const totp = new URL(enabled.otpauth_uri).searchParams.get('secret')
  const own = await sealedSetting(api, 'access.secret', () => '')
  const vapid = JSON.parse(await sealedSetting(api, 'notify.vapid', () => ''))
  const unsubscribe = await sealedSetting(api, 'notify.unsubscribeKey', () => '')
  const secrets = [
    ...[hook.secret, hook.replaced, own, vapid.privateKey, unsubscribe],
    ...[totp, secretOfApp(enabled.otpauth_uri).toString(), ...enabled.backup_codes],
  ]
  expect(secrets.every((secret) => typeof secret === 'string' && secret.length > 8)).toBe(true)
  const tables = await rowsOf<{ name: string }>(
    api.db,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(40)
  for (const { name } of tables) {
    const rows = await rowsOf<{ text: string }>(
      api.db,
      sql`select to_jsonb(t)::text as text from ${sql.identifier(name)} t`,
    )
    const all = rows.map(({ text }) => text).join('\n')
    expect([name, secrets.filter((secret) => all.includes(secret))]).toEqual([name, []])
  }
})

test('refuses a missing or wrong key with one sentence, and changes nothing', async () => {
  const before = await stored()
  const missing = openSecrets(alone(), api.db)
  await expect(missing).rejects.toThrow(
    /^The key that encrypts .* is missing\. Put its file back at .*secrets\.key/,
  )
  const wrong = openSecrets(alone({ SECRETS_KEY: [randomBytes(32)] }), api.db)
  await expect(wrong).rejects.toThrow(/^SECRETS_KEY is not the key of this installation: .*Put back/)
  await expect(openSecrets(alone({ isShared: true }), api.db)).rejects.toThrow(/the same SECRETS_KEY/)
  await writeFile(join(dataDir, 'secrets.key'), 'nonsense')
  await expect(openSecrets(alone(), api.db)).rejects.toThrow(/secrets\.key is damaged/)
  await rm(join(dataDir, 'secrets.key'))
  expect(await stored()).toEqual(before)
})

test('encrypts again with the newest key, and then needs no older one', async () => {
  const newer = randomBytes(32)
  const before = await stored()
  // The key of the file stands behind that of the setting.
  await writeFile(join(dataDir, 'secrets.key'), Buffer.alloc(32, 7).toString('base64'))
  await openSecrets(alone({ SECRETS_KEY: [newer] }), api.db)
  await rm(join(dataDir, 'secrets.key'))
  const vault = await openSecrets(alone({ SECRETS_KEY: [newer] }), api.db)
  const after = await stored()
  for (const [at, sealed] of [...after.webhook, ...after.settings].entries())
    expect(sealed).not.toBe([...before.webhook, ...before.settings][at])
  expect(after.webhook.map((sealed) => vault.open(sealed ?? '', placeOfWebhook(hook.id)))).toEqual([
    hook.secret,
    hook.replaced,
  ])
  await openSecrets(alone({ SECRETS_KEY: [newer] }), api.db)
  expect(await stored()).toEqual(after)
})

test('forgets what a lost key encrypted, so that users sign in again', async () => {
  await api.db.transaction(forgetSecrets)
  const vault = await openSecrets(alone({ SECRETS_KEY: [Buffer.alloc(32, 7)] }), api.db)
  const [secret, previous] = (await stored()).webhook
  expect(vault.open(secret ?? '', placeOfWebhook(hook.id))).toMatch(/^whsec_/)
  expect(previous).toBeNull()
  const again = await testApi({ records: { ...api.records, close: async () => undefined } })
  const cookie = await signIn(again.app, emailOf('organization-admin'))
  expect(await tokenOf(again.app, cookie)).toBeTruthy()
  await again.close()
})

test('makes a key for its owner alone, and encrypts what an earlier version stored', async () => {
  await api.db.delete(settings)
  await writeSetting(api.db, 'access.secret', 'plain')
  const vapid = { publicKey: 'p', privateKey: 's' }
  await writeSetting(api.db, 'notify.vapid', vapid)
  const plain = { secret: hook.secret, previousSecret: null }
  await api.db.update(webhooks).set(plain).where(eq(webhooks.id, hook.id))
  const vault = await openSecrets(alone(), api.db)
  const path = join(dataDir, 'secrets.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toHaveLength(32)
  const { webhook, settings: kept } = await stored()
  expect(vault.open(webhook[0] ?? '', placeOfWebhook(hook.id))).toBe(hook.secret)
  expect(webhook[1]).toBeNull()
  for (const sealed of kept.filter(Boolean)) expect(sealed).toMatch(/^sealed:/)
  const again = { db: api.db, vault: await openSecrets(alone(), api.db) }
  expect(await sealedSetting(again, 'access.secret', () => '')).toBe('plain')
  expect(JSON.parse(await sealedSetting(again, 'notify.vapid', () => ''))).toEqual(vapid)
})
