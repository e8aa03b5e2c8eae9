import helmet from '@fastify/helmet'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './contentSecurityPolicy.ts'

async function headersAt(publicUrl: string) {
  const app = fastify()
  await app.register(helmet, contentSecurityPolicy(publicUrl, []))
  app.get('/', async () => 'ahoy')
  return (await app.inject({ url: '/' })).headers
}

test('upgrades to HTTPS for this host name, and for no subdomain', async () => {
  expect((await headersAt('https://fleet.example'))['strict-transport-security']).toBe('max-age=31536000')
  expect((await headersAt('http://localhost:3000'))['strict-transport-security']).toBeUndefined()
})
