import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from './signWebhook.ts'

test('signs as the example of the standard', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const given = { id, atMs: 1_614_265_330_000, body: '{"test": 2432232314}' }
  expect(webhookHeaders([secret], given)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('signs with two secrets side by side, each with its own signature', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  expect(new Set(secrets).size).toBe(2)
  const headers = webhookHeaders(secrets, { id: 'a', atMs: 0, body: '' })
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
})
