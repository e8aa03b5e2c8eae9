import { afterEach, expect, test, vi } from 'vitest'
import { createFirstAdmin, getSetup, requestCode, verifyCode } from '#contract/wire/user.ts'
import { createOrganization, readSetup, sendCode, signInWithCode } from './signIn.ts'

afterEach(() => vi.unstubAllGlobals())

test('sends sign-in requests to the addresses of the contract, with its bodies', async () => {
  const asked: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return Response.json({ token: 'once', ok: true })
  })
  await readSetup()
  await sendCode('ada@harbour.example')
  await signInWithCode('ada@harbour.example', 'ab2def')
  await createOrganization({
    organization: 'Harbour',
    name: 'Ada',
    email: 'ada@harbour.example',
    password: 'ahoy-there',
  })
  const declared = [getSetup, requestCode, verifyCode, createFirstAdmin]
  const ours = asked.filter(({ path }) => path.startsWith('/api/'))
  expect(ours.map(({ method, path }) => ({ method, path }))).toEqual(
    declared.map(({ method, path }) => ({ method, path })),
  )
  for (const [index, { body }] of ours.entries()) expect(declared[index]?.body.parse(body)).toEqual(body)
})
