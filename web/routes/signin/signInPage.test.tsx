import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { wrongOn } from '../../testing/testConsole.tsx'
import './ResetPasswordDialog.tsx'
import './SecondFactorStep.tsx'
import { act } from '../../testing/act.ts'
import { SignInPage } from './SignInPage.tsx'

const SETUP = { needed: false, demo: false, mail: true, provider: null as string | null }
let place: HTMLElement
let root: Root
const answers = { setup: SETUP, password: 401 }
const onSignedIn = vi.fn(async () => {})
const onEmpty = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/setup') return Response.json(answers.setup)
    if (path === '/api/auth/signin/otp') return Response.json({ ok: true })
    if (path === '/api/auth/signin/verify-otp')
      return Response.json({ code: 'INVALID_OTP', message: '' }, { status: 400 })
    if (path === '/identity/two-factor/verify-totp') return Response.json({})
    return answers.password === 200
      ? Response.json({ second_factor: true })
      : Response.json({ code: 'INVALID_CREDENTIALS', message: '' }, { status: answers.password })
  })
  Object.assign(answers, { setup: SETUP, password: 401 })
  await startI18n({ isSignedOut: true })
  place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

async function open(error?: string, asksCode?: boolean) {
  root = createRoot(place)
  await act(async () =>
    root.render(
      <SignInPage {...{ from: undefined, error, asksCode }} onSignedIn={onSignedIn} onEmpty={onEmpty} />,
    ),
  )
}
const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`no button ${name} in: ${document.body.textContent}`)
  return found
}
const click = (name: string) => act(async () => button(name).click())
async function type(index: number, text: string) {
  const input = document.querySelectorAll('input')[index]
  if (!input) throw new Error(`no input ${index}`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const texts = () => document.body.textContent
const field = () => document.querySelectorAll('input')

test('marks an invalid address at its field, and sends nothing', async () => {
  await open()
  expect(await wrongOn(document.body)).toEqual([])
  await type(0, 'nobody')
  await click('Continue')
  const input = field()[0]
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Must be a valid email',
  )
  expect(await wrongOn(document.body)).toEqual([])
})

test('fills, corrects and submits a code, and clears its places when it is refused', async () => {
  await open()
  await type(0, 'ada@harbour.example')
  await click('Continue')
  expect(field()).toHaveLength(6)
  expect(document.activeElement).toBe(field()[0])
  expect(await wrongOn(document.body)).toEqual([])
  await type(0, 'ab2')
  expect([...field()].map(({ value }) => value).join('')).toBe('ab2')
  expect(document.activeElement).toBe(field()[3])
  await act(async () =>
    field()[2]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true })),
  )
  expect([...field()].map(({ value }) => value).join('')).toBe('ab')
  expect(document.activeElement).toBe(field()[1])
  await type(2, '-')
  expect([...field()].map(({ value }) => value).join('')).toBe('ab')
  await type(2, '2def')
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Incorrect code')
  expect([...field()].map(({ value }) => value).join('')).toBe('')
  expect(document.activeElement).toBe(field()[0])
})

test('shows a wrong password, and asks for the second factor after a right one', async () => {
  await open()
  await click('Sign in with password')
  await type(0, 'ada@harbour.example')
  await type(1, 'ahoy')
  expect(field()[1]?.type).toBe('password')
  await click('Show password')
  expect(field()[1]?.type).toBe('text')
  expect(await wrongOn(document.body)).toEqual([])
  await click('Sign In')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Invalid email or password')
  answers.password = 200
  await click('Sign In')
  await vi.waitFor(() => expect(texts()).toContain('Two-factor authentication'))
  expect(await wrongOn(document.body)).toEqual([])
  await type(0, '123456')
  expect(onSignedIn).toHaveBeenCalledTimes(1)
})

test('asks for the second factor after the provider, and signs in with it', async () => {
  await open(undefined, true)
  await vi.waitFor(() => expect(texts()).toContain('Two-factor authentication'))
  await type(0, '123456')
  expect(onSignedIn).toHaveBeenCalledTimes(1)
})

test('the dialog for a forgotten password takes the focus, returns it, and closes with Escape', async () => {
  await open()
  await click('Sign in with password')
  button('Forgot your password?').focus()
  await click('Forgot your password?')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  expect(place.hasAttribute('inert')).toBe(true)
  expect(document.activeElement).toBe(document.querySelector('[role=dialog] input'))
  expect(await wrongOn(document.body)).toEqual([])
  await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(place.hasAttribute('inert')).toBe(false)
  expect(document.activeElement).toBe(button('Forgot your password?'))
})

test('shows the ways to sign in that the installation offers', async () => {
  answers.setup = { ...SETUP, mail: false, provider: 'Harbour ID' }
  await open('signup_disabled')
  expect(texts()).toContain('No user here has the verified email of that account.')
  expect(button('Continue with Harbour ID')).toBeTruthy()
  expect(field()).toHaveLength(2)
  for (const promise of ['Forgot your password?', 'Sign in without password', 'We mail you a code'])
    expect(texts()).not.toContain(promise)
  expect(onEmpty).not.toHaveBeenCalled()
  expect(await wrongOn(document.body)).toEqual([])
})

test('leads to the setup when there are no users yet', async () => {
  answers.setup = { ...SETUP, needed: true }
  await open()
  expect(onEmpty).toHaveBeenCalled()
})
