import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Reads again what could not be read, as soon as the server is heard again. */
export function retryFailed(): () => void {
  let before = live.state()
  return live.onState(() => {
    const hasCome = before !== 'open' && live.state() === 'open'
    before = live.state()
    if (!hasCome) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}
