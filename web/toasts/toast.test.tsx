import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'

beforeEach(() => {
  notifications.clean()
  // Same limit as in `Toasts`.
  notificationsStore.setState({ ...notificationsStore.getState(), limit: 1 })
})

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)
const waiting = () => notificationsStore.getState().queue.map(({ message }) => message)

test("replaces an older message by the result of the user's action", async () => {
  toast.showText('You have 2 unread alerts', 'info')
  toast.showText('Vessel updated', 'success')
  await vi.waitFor(() => expect([shown(), waiting()]).toEqual([['Vessel updated'], []]))
  toast.showText('Could not save', 'failure')
  await vi.waitFor(() => expect([shown(), waiting()]).toEqual([['Could not save'], []]))
})

test('keeps a failure visible until a later success, and delays news', async () => {
  toast.showText('You are signed out', 'failure')
  toast.showText('Could not save', 'failure')
  toast.showText('You have 2 unread alerts', 'info')
  await vi.waitFor(() =>
    expect([shown(), waiting()]).toEqual([
      ['You are signed out'],
      ['Could not save', 'You have 2 unread alerts'],
    ]),
  )
  toast.showText('Saved', 'success')
  await vi.waitFor(() => expect([shown(), waiting()]).toEqual([['Saved'], []]))
})

test('shows news again after a failure that arrives behind it', async () => {
  toast.showText('No data available for Roll', 'info')
  toast.showText('No data available for Pitch', 'info')
  toast.showText('Failed to fetch Heel data', 'failure')
  await vi.waitFor(() =>
    expect([shown(), waiting()]).toEqual([
      ['Failed to fetch Heel data'],
      ['No data available for Roll', 'No data available for Pitch'],
    ]),
  )
})

test('leaves out a failure that the page shows itself, before and after its toast', async () => {
  toast.showText('Could not get trips', 'failure')
  await vi.waitFor(() => expect(shown()).toEqual(['Could not get trips']))
  const uncover = toast.cover('Could not get trips')
  await vi.waitFor(() => expect(shown()).toEqual([]))
  toast.showText('Could not get trips', 'failure')
  toast.showText('Could not get alerts', 'failure')
  await vi.waitFor(() => expect([shown(), waiting()]).toEqual([['Could not get alerts'], []]))
  uncover()
  toast.showText('Could not get trips', 'failure')
  await vi.waitFor(() => expect(waiting()).toEqual(['Could not get trips']))
})
