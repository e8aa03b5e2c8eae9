import { requestStatisticsDownload } from '#contract/wire/download.ts'
import { Problem } from '#contract/wire/errors.ts'
import { measuredUs } from '#contract/wire/instant.ts'
import { serve } from '../serve.ts'
import { addDownload } from './addDownload.ts'

export const requestStatisticsDownloadRoute = serve(requestStatisticsDownload, async (call) => {
  const { company_id, start, end, ...request } = call.body
  const fromUs = start === undefined ? 0 : measuredUs('start', start)
  const toUs = end === undefined ? call.clock.nowMs() * 1000 : measuredUs('end', end)
  if (toUs < fromUs) throw new Problem('invalid', 'end is before start.')
  return addDownload(call, company_id, { kind: 'statistics', ...request, fromUs, toUs })
})
