import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/text/language.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import {
  createWebhook as create,
  getChannels,
  listMessages,
  listWebhookDeliveries,
  listWebhooks,
  deleteWebhook as remove,
  retryMessages as retry,
  rotateWebhookSecret as rotate,
  updateWebhook as update,
  updateLocale,
  type Webhook,
  type WebhookEdit,
  type WebhookForm,
} from '#contract/wire/notification.ts'
import { type SubscribedNotifications, type User, updateNotifications } from '#contract/wire/user.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { meQuery } from './user.ts'

/** Messages and webhooks are of the organization: none of these calls is narrowed to the chosen department. */
const everyDepartment = true

export const channelsQuery = queryOptions({
  queryKey: ['notifications', 'channels'],
  queryFn: ({ signal }) => call(getChannels, { signal }),
})

export async function saveNotifications(body: SubscribedNotifications) {
  const saved = await call(updateNotifications, { body })
  queryClient.setQueryData(
    meQuery.queryKey,
    (user: User | undefined) => user && { ...user, subscribed_notifications: saved },
  )
  return saved
}

const SENT_LOCALE = 'sent-locale'

/**
 * Notifications use the time zone of the browser, sent when it differs from the last sent one. Their language is the
 * user's setting; the browser's language is the default.
 */
export async function saveLocale(userId: string) {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions()
  const now = `${userId} ${time_zone}`
  if (localStorage.getItem(SENT_LOCALE) === now) return
  try {
    await call(updateLocale, { body: { usual_language: currentLanguage(), time_zone } })
  } catch {
    // The next visit sends the time zone again.
    return
  }
  localStorage.setItem(SENT_LOCALE, now)
}

export async function saveMessageLanguage(language: Language) {
  await call(updateLocale, { body: { language } })
  queryClient.setQueryData(
    meQuery.queryKey,
    (user: User | undefined) => user && { ...user, message_language: language },
  )
}

export const messageListQuery = (list: ListAsked<typeof listMessages>) =>
  queryOptions({
    queryKey: ['messages', 'list', list],
    queryFn: ({ signal }) => call(listMessages, { list, signal, everyDepartment }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: 'messages.failedToLoad' },
  })
export const retryMessages = (ids: string[]) => call(retry, { body: { ids }, everyDepartment })

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => call(listWebhooks, { signal, everyDepartment }),
  meta: { errorMessage: 'webhooks.failed' },
})
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', id],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { id }, signal, everyDepartment }),
    staleTime: 0,
    meta: { errorMessage: 'webhooks.deliveriesFailed' },
  })
export const createWebhook = (body: WebhookForm) => call(create, { body, everyDepartment })
export async function readWebhookAgain(id: string): Promise<Webhook> {
  const { data } = await queryClient.fetchQuery({ ...webhooksQuery, staleTime: 0 })
  const found = data.find((one) => one.id === id)
  if (!found) throw new Problem('not_found')
  return found
}
export const updateWebhook = (id: string, body: WebhookEdit) =>
  call(update, { params: { id }, body, everyDepartment })
export const deleteWebhook = (id: string) => call(remove, { params: { id }, everyDepartment })
export const rotateWebhook = (id: string) => call(rotate, { params: { id }, everyDepartment })
