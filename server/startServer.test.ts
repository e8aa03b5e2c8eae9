import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { standardLog } from './platform/log.ts'
import { startServer } from './startServer.ts'

test('waits until the column store has opened or failed when the records cannot be opened', async () => {
  let answered = 0
  const slow = createServer((_request, response) => {
    setTimeout(() => {
      answered++
      response.writeHead(500).end()
    }, 300)
  }).listen(0)
  await once(slow, 'listening')
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-start-'))
  onTestFinished(async () => {
    slow.close()
    await rm(dataDir, { recursive: true })
  })
  const { port } = slow.address() as AddressInfo
  const config = {
    ...readConfig({}, ['--no-demo', '--data', dataDir]),
    DATABASE_URL: 'postgres://127.0.0.1:1/nobody',
    CLICKHOUSE_URL: `http://127.0.0.1:${port}`,
  }
  await expect(startServer(config, standardLog)).rejects.toThrow(/ECONNREFUSED/)
  expect(answered).toBe(1)
})
