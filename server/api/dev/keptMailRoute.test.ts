import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { keptMailRoute } from './keptMailRoute.ts'

test('shows the content of a mail as text, never as a page', async () => {
  const app = fastify()
  const text = 'Your code is 234567 <script>alert(1)</script>'
  keptMailRoute(app, async () => [{ to: '"><img src=x>@x', subject: '</h2><b>', text, sentAt: new Date(0) }])
  const { body } = await app.inject({ url: '/dev/mail' })
  expect(body).toContain('Your code is 234567 &lt;script&gt;')
  expect(body).not.toMatch(/<(script|img|b)\b/)
})
