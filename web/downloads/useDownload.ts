import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getDownload } from '#contract/wire/download.ts'
import { call } from '../api/call.ts'
import { here } from '../base.ts'

interface Requested {
  data: { download_link: string; id: string }
}

const ASK_AGAIN_MS = 1000
/** Time without progress after which the dialog stops waiting: the browser may show its own dialog. */
const PATIENCE_MS = 20_000

/**
 * Requests a file, lets the browser fetch it and follows the progress. The server makes the file during the transfer.
 * The dialog therefore stays open until the last byte is sent; then `onDone` closes it.
 */
export function useDownload<Request>(ask: (request: Request) => Promise<Requested>, onDone: () => void) {
  const asked = useMutation({ mutationFn: ask, onSuccess: ({ data }) => follow(data.download_link) })
  const id = asked.data?.data.id ?? ''
  const { data: file, error } = useQuery({
    queryKey: ['downloads', id],
    queryFn: ({ signal }) => call(getDownload, { params: { id }, signal }),
    enabled: id !== '',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? ASK_AGAIN_MS : false),
  })
  const [stalledId, setStalledId] = useState('')
  const isStalled = id !== '' && stalledId === id
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (file?.state === 'done' || (isStalled && file?.state === 'running')) done()
  }, [file?.state, isStalled])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every progress starts the timer again
  useEffect(() => {
    if (id === '') return
    const timer = setTimeout(() => setStalledId(id), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [id, file])

  const failed = asked.isError || error !== null || file?.state === 'failed' || isStalled
  return {
    start: asked.mutate,
    failed,
    pending: asked.isPending || (id !== '' && !failed),
    progress: file?.progress ?? 0,
  }
}

const isUnderWay = (state: string | undefined) => state === 'waiting' || state === 'running'

/** Opens the address as a download, so that an answer other than the file never replaces the console. */
function follow(address: string) {
  const link = document.createElement('a')
  link.href = here(address)
  link.download = ''
  link.click()
}
