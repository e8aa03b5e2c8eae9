import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import {
  CHART_TOO_LARGE,
  type Chart,
  deleteChart,
  listCharts,
  MAX_CHART_BYTES,
  retryChart,
  uploadCharts,
} from '#contract/wire/chart.ts'
import { Problem } from '#contract/wire/errors.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { sendFile } from './sendFile.ts'

const CHARTS = ['charts']

export const chartsQuery = queryOptions({
  queryKey: CHARTS,
  queryFn: ({ signal }) => call(listCharts, { signal }),
  select: ({ data }) => data,
  staleTime: MINUTE_MS,
})

/** Throws Problems; one of `CHART_PROBLEMS` when the file is invalid. */
export async function addChart(file: File, onSent: (share: number) => void): Promise<Chart | undefined> {
  if (file.size > MAX_CHART_BYTES) throw new Problem('too_large', CHART_TOO_LARGE)
  const { data } = await sendFile<{ data: Chart[] }>(uploadCharts.path, file, onSent)
  await queryClient.invalidateQueries({ queryKey: CHARTS })
  return data[0]
}

export const openAgain = ({ id }: Chart) => call(retryChart, { params: { id }, body: {} })
export const removeChart = ({ id }: Chart) => call(deleteChart, { params: { id } })
