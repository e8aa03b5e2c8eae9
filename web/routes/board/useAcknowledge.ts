import { useSave } from '../../forms/useSave.ts'
import { useActs } from './boardActs.ts'

/** Acknowledges alerts as the signed-in user, or as the user who signs in on the wall screen. */
export function useAcknowledge() {
  const { acknowledge } = useActs()
  return useSave({
    save: (ids: readonly string[]) => acknowledge(ids),
    success: (isDone) => (isDone ? 'board.acknowledged' : null),
    failure: 'alertCase.acknowledgeFailed',
    refusals: { not_allowed: 'board.mayNot' },
    affects: ['alerts', 'helm'],
  })
}
