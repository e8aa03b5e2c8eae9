import { requestRawData } from '#contract/wire/download.ts'
import { serve } from '../serve.ts'
import { addDownload } from './addDownload.ts'

export const requestRawDataRoute = serve(requestRawData, async (call) => {
  const { company_id, ...request } = call.body
  return addDownload(call, company_id, { kind: 'raw-data', ...request })
})
