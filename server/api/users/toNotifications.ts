import { SubscribedNotifications } from '#contract/user.ts'

/** What a person never chose is off. */
export function toNotifications(chosen: Record<string, boolean>): SubscribedNotifications {
  const names = Object.keys(SubscribedNotifications.shape) as (keyof SubscribedNotifications)[]
  return Object.fromEntries(names.map((name) => [name, chosen[name] ?? false])) as SubscribedNotifications
}
