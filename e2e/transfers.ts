import type { Page } from '@playwright/test'

export interface Transfer {
  url: string
  /** Transferred bytes, with headers. */
  bytes: number
  /** True for files fetched for a later page. */
  isAhead: boolean
}

/** Records the transfers of a page from now on, as the browser counts them. */
export async function countTransfers(page: Page): Promise<Transfer[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, { url: string; isAhead: boolean }>()
  const transfers: Transfer[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    asked.set(requestId, { url: request.url, isAhead: request.initialPriority === 'VeryLow' }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const what = asked.get(requestId)
    if (what) transfers.push({ ...what, bytes: encodedDataLength })
  })
  return transfers
}

export const bytesOf = (transfers: readonly Transfer[]) =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0)
