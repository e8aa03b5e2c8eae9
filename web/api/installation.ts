import { queryOptions } from '@tanstack/react-query'
import { getInstallation, sendTestMail as send } from '#contract/wire/installation.ts'
import { call } from './call.ts'

/** Polling interval while the page is open: the queues change by the second. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(getInstallation, { signal }),
  refetchInterval: 10_000,
  meta: { errorMessage: 'error.installation' },
})

export const sendTestMail = () => call(send, {})
