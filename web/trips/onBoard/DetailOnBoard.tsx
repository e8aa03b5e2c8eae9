import { Button } from '@mantine/core'
import { IconCheck, IconDatabaseExclamation, IconProgressDown, IconSailboat } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { fill } from '#contract/text/sentence.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { type DetailRequest, fetchTripDetail, getTripDetail } from '#contract/wire/tripDetail.ts'
import { call } from '../../api/call.ts'
import { usePermission } from '../../api/user.ts'
import { useSave } from '../../forms/useSave.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useServerNow } from '../../live/useServerNow.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './DetailOnBoard.module.css'
import { useOnBoardWords } from './onBoardWords.ts'

/** A boat reports once a minute, and at once when it has begun or ended sending what was asked for. */
const REREAD_OPEN_MS = 5000

interface Part {
  from: string
  to: string
}

/** Detail of a trip, or of a part of it, that the boat has not sent yet, and the way to ask for it. Mostly there is none. */
export function DetailOnBoard({ trip, part }: { trip: Trip; part?: Part }) {
  const words = useOnBoardWords()
  const formats = useFormats()
  const nowMs = useServerNow()
  // The visitor of a shared trip may not see what is on board.
  const maySee = usePermission('vessel:trip-view', trip.vessel_id)
  const mayFetch = usePermission('vessel:trip-edit', trip.vessel_id)
  const params = { id: trip.id }
  const { data } = useQuery({
    queryKey: ['tripDetail', trip.id, part],
    queryFn: ({ signal }) => call(getTripDetail, { params, query: part ?? {}, signal }),
    enabled: maySee,
    refetchInterval: ({ state }) => (state.data?.requests.some(isOpen) ? REREAD_OPEN_MS : MINUTE_MS),
  })
  const queries = useQueryClient()
  const [isRefused, setIsRefused] = useState(false)
  const fetching = useSave({
    save: () => call(fetchTripDetail, { params, body: part ?? {} }),
    ...{ success: null, failure: 'error.oops', affects: ['tripDetail'] },
    atField: [
      // The detail has arrived or was lost meanwhile.
      { code: 'conflict', show: () => void queries.invalidateQueries({ queryKey: ['tripDetail'] }) },
      { code: 'too_many', show: () => setIsRefused(true) },
    ],
    onSaved: () => setIsRefused(false),
  })
  const requests = data?.requests ?? NONE
  const hasArrived = useArrival(requests)
  if (!words || !data) return null
  const { waiting } = data
  const open = requests.filter(isOpen)
  const lost = requests.find(({ state }) => state === 'dropped')
  const size = (bytes: number) => fileSize(bytes, formats)
  const isCovered = waiting === null || open.some((one) => covers(one, waiting))

  const progress = () => {
    const [asked, onItsWay] = isCovered
      ? [words.asked, words.onItsWay]
      : [words.someAsked, words.someOnItsWay]
    if (!open.some(({ state }) => state === 'on_its_way')) return asked
    const left = open.reduce((sum, { waiting_bytes: bytes }) => sum + (bytes ?? 0), 0)
    return fill(onItsWay, { size: size(left) })
  }
  const rest = () => {
    if (!waiting || isCovered) return null
    const { minutes } = waiting
    const values = {
      size: size(waiting.bytes),
      duration: formats.duration(Math.max(1, Math.round(minutes ?? 0))),
    }
    const [plain, timed] = part ? [words.partWaits, words.partWaitsFor] : [words.waits, words.waitsFor]
    const reportedMs = Date.parse(waiting.reported_at)
    return (
      <Line
        icon={IconSailboat}
        action={
          mayFetch && (
            <Button
              size="sm"
              variant="default"
              loading={fetching.isPending}
              onClick={() => fetching.mutate(undefined)}
              data-paper="none"
            >
              {words.fetch}
            </Button>
          )
        }
      >
        {fill(minutes === null ? plain : timed, values)}{' '}
        {nowMs - reportedMs > STALE_MS && fill(words.reported, { ago: formats.ago(reportedMs, nowMs) })}{' '}
        {isRefused && words.tooMany}
      </Line>
    )
  }
  return (
    <>
      {rest()}
      {open.length > 0 && <Line icon={IconProgressDown}>{progress()}</Line>}
      {hasArrived && <Line icon={IconCheck}>{words.arrived}</Line>}
      {lost && (
        <Line icon={IconDatabaseExclamation}>
          {fill(words.dropped, {
            from: formats.time(Date.parse(lost.from)),
            to: formats.time(Date.parse(lost.to)),
          })}
        </Line>
      )}
    </>
  )
}

/** A boat with a budget reports every ten minutes. */
const STALE_MS = 15 * MINUTE_MS

const NONE: readonly DetailRequest[] = []

const covers = (request: Part, { from, to }: Part) =>
  Date.parse(request.from) <= Date.parse(from) && Date.parse(request.to) >= Date.parse(to)

/** True once everything arrived that was on its way while the page is open. Reads again what the page shows. */
function useArrival(requests: readonly DetailRequest[]): boolean {
  const queries = useQueryClient()
  const [awaited, setAwaited] = useState<readonly string[]>([])
  const fresh = requests.filter((one) => isOpen(one) && !awaited.includes(one.id))
  if (fresh.length > 0) setAwaited([...awaited, ...fresh.map(({ id }) => id)])
  const arrived = requests.filter(({ id, state }) => state === 'done' && awaited.includes(id)).length
  useEffect(() => {
    if (arrived > 0)
      void queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => of !== 'tripDetail' })
  }, [arrived, queries])
  return arrived > 0 && !requests.some(isOpen)
}

const isOpen = ({ state }: DetailRequest) => state === 'asked' || state === 'on_its_way'

function Line({
  icon,
  action,
  children,
}: {
  icon: typeof IconProgressDown
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.line} role="status">
      <Icon of={icon} size={16} />
      <span>{children}</span>
      {action}
    </div>
  )
}
