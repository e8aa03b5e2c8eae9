import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Undeliverable } from './sender.ts'
import { sendByTwilio } from './twilio.ts'

/** A server that answers as Twilio documents: 201 with the message, else its error code, text and status. */
async function openTwilio(status: number, answer: object) {
  const asked: {
    url: string | undefined
    authorization: string | undefined
    form: Record<string, string>
  }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    asked.push({ url: request.url, authorization: request.headers.authorization, form })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { account: { accountSid: 'AC1', authToken: 'token', from: '+15005550006', url }, asked }
}

test('sends the documented request', async () => {
  const { account, asked } = await openTwilio(201, { sid: 'SM1', status: 'queued' })
  await sendByTwilio(account, '00354 (555) 12-34', 'Ahoy')
  await sendByTwilio({ ...account, from: 'MG7' }, '+354 5551234', 'Ahoy')
  expect(asked).toEqual([
    {
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
      form: { To: '+3545551234', From: '+15005550006', Body: 'Ahoy' },
    },
    expect.objectContaining({ form: { To: '+3545551234', MessagingServiceSid: 'MG7', Body: 'Ahoy' } }),
  ])
})

test('gives up on an invalid number, and tries again after a fault of the provider', async () => {
  const invalid = { code: 21211, message: "The 'To' number 12 is not a valid phone number.", status: 400 }
  const refusing = await openTwilio(400, invalid)
  const refused = sendByTwilio(refusing.account, '12', 'Ahoy')
  await expect(refused).rejects.toThrow(Undeliverable)
  await expect(refused).rejects.toThrow(/400 \(21211\): The 'To' number/)
  for (const status of [401, 429, 500]) {
    const { account } = await openTwilio(status, {})
    const failed = sendByTwilio(account, '+354', 'Ahoy')
    await expect(failed).rejects.toThrow(`Twilio answered ${status}`)
    await expect(failed).rejects.not.toThrow(Undeliverable)
  }
})
