/** The built console on the real API with two organizations, and a fast sign-in for each role. */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { RoleId } from '#contract/domain/permissions.ts'
import {
  emailOf,
  PASSWORD,
  type Place,
  type TestApi,
  type Thing,
  testApi,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { workerPort } from './workerPort.ts'

export interface TestConsole {
  api: TestApi
  /** Address of the pages; a test may lead through a proxy before the server. */
  url: string
  things: Record<Place, Thing>
  /** Signs in without the form. */
  signIn(page: Page, roleId: RoleId): Promise<void>
  /** Signs in without the form, then opens a page. */
  open(page: Page, roleId: RoleId, path: string): Promise<void>
}

/** `more` returns further dependencies of the server, once its address is known. */
export async function startConsole(
  more: (url: string) => Promise<Parameters<typeof testApi>[0]> = async () => ({}),
): Promise<TestConsole> {
  const consoleDir = fileURLToPath(new URL('../dist', import.meta.url))
  // The server needs its own address before it listens, to distinguish its own pages from foreign ones.
  const port = await workerPort()
  const api = await testApi({
    consoleDir,
    demo: true,
    PORT: port,
    ...(await more(`http://localhost:${port}`)),
  })
  const things = await twoOrganizations(api.records.db)
  const url = await api.app.listen({ port, host: 'localhost' })
  const testConsole: TestConsole = {
    api,
    url,
    things,
    async signIn(page, roleId) {
      const { url } = testConsole
      const answer = await page.request.post(`${url}/identity/sign-in/email`, {
        headers: { origin: url },
        data: { email: emailOf(roleId), password: PASSWORD },
      })
      if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
    },
    async open(page, roleId, path) {
      await testConsole.signIn(page, roleId)
      await page.goto(`${testConsole.url}${path}`)
    },
  }
  return testConsole
}
