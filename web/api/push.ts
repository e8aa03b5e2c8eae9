/** Pushes in this browser: its permission, its subscription, and the worker that shows them. */

import { forgetPushSubscription, savePushSubscription } from '#contract/wire/notification.ts'
import { here } from '../base.ts'
import { call } from './call.ts'

/** State of push messages in this browser: on, or the reason why they are off. */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on'

const WORKER = '/pushWorker.js'

export async function pushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) ? 'on' : 'off'
}

/** Asks the user for permission, then subscribes at the browser's push service. Returns the resulting state. */
export async function turnOnPush(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const registration = await navigator.serviceWorker.register(here(WORKER))
  await navigator.serviceWorker.ready
  const known = await registration.pushManager.getSubscription()
  const made =
    known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  await save(made)
  return 'on'
}

export async function turnOffPush(): Promise<PushState> {
  const known = await subscription()
  if (known) {
    await call(forgetPushSubscription, { body: { endpoint: known.endpoint } })
    await known.unsubscribe()
  }
  return pushState()
}

/** Assigns the browser's push subscription to the current user. */
export async function claimPush() {
  try {
    const known = await subscription()
    if (known) await save(known)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the user can do nothing about it; a developer may want the error
    console.warn('The push subscription could not be told', error)
  }
}

/** Ends push messages to this browser at sign-out. */
export async function releasePush() {
  try {
    await turnOffPush()
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure must not stop the sign-out
    console.warn('The push subscription could not be ended', error)
  }
}

async function subscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

async function save(made: PushSubscription) {
  const { endpoint = '', keys = {} } = made.toJSON()
  const { p256dh = '', auth = '' } = keys
  await call(savePushSubscription, { body: { endpoint, keys: { p256dh, auth } } })
}
