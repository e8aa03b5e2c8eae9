import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { KeptMail } from '#server/notify/mail.ts'

/** `GET /dev/mail`: mails that the demo would have sent. The route exists in the demo alone. */
export function keptMailRoute(app: FastifyInstance, kept: () => Promise<KeptMail[]>): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await kept()
    const body = mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(toHtml).join('\n')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`<!doctype html><html lang="en"><title>Mail</title>\n<h1>Mail</h1>\n${body}</html>`)
  })
}

const toHtml = ({ to, subject, text, sentAt }: KeptMail) =>
  `<article><h2>${escapeMarkup(subject)}</h2>
<p>To ${escapeMarkup(to)}, ${escapeMarkup(Number.isNaN(sentAt.getTime()) ? '' : sentAt.toISOString())}</p>
<pre>${escapeMarkup(text)}</pre></article>`
