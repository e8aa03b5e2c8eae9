import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Refetches failed queries as soon as the server answers again. */
export function retryFailed(): () => void {
  let before = live.state()
  return live.onState(() => {
    const hasCome = before !== 'open' && live.state() === 'open'
    before = live.state()
    if (!hasCome) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
