import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/demoAccounts.ts'
import { type Program, startProgram } from '#server/testing/testProgram.ts'
import { isOpen, leadTo } from './goOn.ts'
import { test } from './warmPage.ts'
import { workerPort } from './workerPort.ts'

let demo: Program
let dataDir: string
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-e2e-'))
  demo = await startProgram(['--data', dataDir, '--port', `${await workerPort()}`])
})
test.afterAll(async () => {
  await demo?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const PAGES = [
  ...['/map', '/board', '/trips', '/reports', '/reports/fuel', '/reports/safety', '/comments', '/alerts'],
  ...['/vessels', '/captains', '/geofences', '/rules', '/users', '/exports'],
]
/** Pages with figures of trips, where also a zero needs its reason. */
const FROM_TRIPS = /^\/(trips|reports|captains)/
/** Sentences of a page that say why something is not there. */
const EXPLAINED = /is still being prepared|No .+ yet/

test('each page of a first start explains every zero, dash and hole', async ({ page }) => {
  test.setTimeout(90_000)
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(String(error)))
  const email = DEMO_ACCOUNTS.find(({ roleId }) => roleId === 'organization-admin')?.email ?? ''
  const signedIn = await page.request.post(`${demo.url}/identity/sign-in/email`, {
    headers: { origin: demo.url },
    data: { email, password: DEMO_PASSWORD },
  })
  expect(signedIn.ok()).toBe(true)
  await page.goto(`${demo.url}/map`)
  for (const path of PAGES) {
    await leadTo(page, path)
    await page.evaluate(isOpen(path))
    const { text, bare } = await page.evaluate<{ text: string; bare: string[] }>(HAS_CONTENT)
    if (path === '/map') expect(text).toMatch(/Live[\s\S]+nmi/)
    if (EXPLAINED.test(text)) continue
    const unexplained = bare.filter((shown) => !shown.startsWith('0') || FROM_TRIPS.test(path))
    if (unexplained.length > 0) wrong.push(`${path}: ${unexplained.join(', ')}`)
  }
  expect(wrong).toEqual([])
})

/** Longest wait for the content of a page, ms. */
const CONTENT_WITHIN_MS = 20_000

/**
 * Resolves inside the page with the text of its main part, and with its dashes and zeros that do not name their reason.
 * It waits until nothing there stands for something that loads, and until all but live values stay the same.
 */
const HAS_CONTENT = `new Promise((resolve, reject) => {
  const endMs = performance.now() + ${CONTENT_WITHIN_MS}
  const isBare = (text) => /^([—–-]|0([.,]0+)?( ?[a-zA-Z°₂%]+)?)$/.test(text)
  const main = document.querySelector('main')
  let before
  const look = () => {
    const text = main.innerText
    const words = text.replaceAll(/[\\d.,:]+/g, '')
    const isLoading = main.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true]')
    if (!isLoading && words.trim() && words === before) {
      const shown = [...main.querySelectorAll('*')].filter(
        (each) => each.checkVisibility() && isBare(each.textContent) && !isBare(each.parentElement.textContent),
      )
      const hasReason = (each) => each.matches('[title]') || each.querySelector('[title]')
      resolve({ text, bare: shown.filter((each) => !hasReason(each)).map((each) => each.textContent) })
    } else if (performance.now() > endMs) reject(new Error('still loading: ' + text))
    // Longer than a page waits before it shows that it loads.
    else setTimeout(look, 250)
    before = words
  }
  look()
})`
