import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getLogbook, type LOGBOOK_FORMATS, type Logbook } from '#contract/wire/logbook.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { call } from './call.ts'

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Logbook of one day of the reader's calendar. */
export const logbookQuery = (vesselId: string, date: string) =>
  queryOptions({
    queryKey: ['logbook', vesselId, date],
    queryFn: async ({ signal }): Promise<Logbook> => {
      const query = { date, timezone: zone() }
      const logbook = await call(getLogbook, { params: { id: vesselId }, query, signal })
      return { ...logbook, hours: logbook.hours.map(positionFromWire) }
    },
    placeholderData: keepPreviousData,
  })

export const logbookFile = (vesselId: string, date: string, format: (typeof LOGBOOK_FORMATS)[number]) =>
  here(
    `/api/vessels/${vesselId}/logbook/${format}?${new URLSearchParams({ date, timezone: zone(), language: currentLanguage() })}`,
  )
