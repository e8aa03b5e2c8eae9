import { expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { printWelcome } from './printWelcome.ts'
import type { Server } from './startServer.ts'

const server = { url: 'http://localhost:3000', gateway: { mqttPort: 1883 } } as unknown as Server

function welcome(isEmpty: boolean, env: NodeJS.ProcessEnv = {}): string {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  printWelcome(readConfig(env, ['--no-demo']), server, isEmpty)
  const printed = print.mock.calls.flat().join('\n')
  print.mockRestore()
  return printed
}

test('promises the first visitor an organization only while there is none', () => {
  expect(welcome(true)).toContain('The first visit creates your organization')
  expect(welcome(false)).not.toContain('first visit')
  expect(welcome(false)).toContain('Taffrail is at http://localhost:3000')
})
