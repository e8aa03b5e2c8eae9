import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#contract/wire/errors.ts'
import { deleteModel, listModels, MODEL_LIMITS, MODEL_PROBLEMS, uploadModel } from '#contract/wire/model.ts'
import { here } from '../base.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

const MODELS = ['models']

/** Models of all vessels that the user may see, or of one vessel, which has none or one. */
export const modelsQuery = (vesselId?: string) =>
  queryOptions({
    queryKey: [...MODELS, vesselId ?? 'all'],
    queryFn: ({ signal }) =>
      call(listModels, {
        list: vesselId
          ? { filter: [{ field: 'vessel_id', operator: 'eq', value: vesselId }] }
          : { limit: 100 },
        signal,
        everyDepartment: true,
      }),
    select: ({ data }) => data,
  })

/** Bytes of a model; a browser with a cached copy only asks whether it has changed. Throws Problems. */
export async function fetchModel(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(here(url), { credentials: 'same-origin', signal })
  if (!response.ok) throw new Problem(response.status === 404 ? 'not_found' : 'internal')
  return response.arrayBuffer()
}

/** Throws Problems; one of `MODEL_PROBLEMS` when the file is invalid. */
export async function saveModel(vesselId: string, file: File): Promise<void> {
  if (file.size > MODEL_LIMITS.bytes) throw new Problem('too_large', MODEL_PROBLEMS.modelTooLarge)
  const body = new FormData()
  body.append('files', file)
  await call(uploadModel, { params: { id: vesselId }, body })
  await queryClient.invalidateQueries({ queryKey: MODELS })
}

export async function removeModel(vesselId: string): Promise<void> {
  await call(deleteModel, { params: { id: vesselId } })
  await queryClient.invalidateQueries({ queryKey: MODELS })
}
