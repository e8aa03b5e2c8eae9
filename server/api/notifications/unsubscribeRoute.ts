import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import { readUnsubscribeToken, unsubscribeKey } from '#server/notify/unsubscribe.ts'
import { findSubscriptions, updateUser } from '#server/records/users.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import type { Services } from '../serve.ts'

type Kind = 'rule' | 'external'

/** The switch below Settings, Notifications that the link in a mail turns off. */
const SWITCH: Readonly<Record<Kind, string>> = { rule: 'rule_alert_email', external: 'n2k_flag_email' }

/**
 * `/unsubscribe/TOKEN`, named in List-Unsubscribe of mails. GET asks, because programs open links. POST stops
 * that kind of mail for that person (RFC 8058). The signature of the token is the only credential.
 */
export async function unsubscribeRoute(
  app: FastifyInstance,
  { db, vault, publicUrl }: Services,
): Promise<void> {
  const key = await unsubscribeKey({ db, vault })
  await app.register(async (scope) => {
    // Mail programs post a form of one fixed line, which the call does not need.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096, parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe/:token',
      handler: async ({ method, params: { token } }, reply) => {
        const stopped = readUnsubscribeToken(key, token)
        const person = stopped && (await findSubscriptions(db, stopped.userId))
        const words = wordsIn(person?.language ?? 'en').mails.unsubscribe
        const page = (status: number, sentence: string, button = '') =>
          reply
            .status(status)
            .type('text/html; charset=utf-8')
            .header('cache-control', 'no-store')
            .send(
              `<!doctype html><html lang="${person?.language ?? 'en'}"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeMarkup(words.title)}</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 24px"><h1 style="font-size:22px">${escapeMarkup(words.title)}</h1><p>${escapeMarkup(sentence)}</p>${button}<p><a href="${escapeMarkup(publicUrl)}/settings/notifications">${escapeMarkup(words.settings)}</a></p></body></html>`,
            )
        if (!stopped || !person) return page(404, words.wrong)
        if (method === 'GET')
          return page(
            200,
            words.ask[stopped.kind],
            `<form method="post"><button style="font:inherit;font-weight:600;padding:10px 16px">${escapeMarkup(words.button)}</button></form>`,
          )
        const chosen = { ...person.subscribedNotifications, [SWITCH[stopped.kind]]: false }
        await updateUser(db, stopped.userId, { subscribedNotifications: chosen })
        return page(200, words.done)
      },
    })
  })
}
