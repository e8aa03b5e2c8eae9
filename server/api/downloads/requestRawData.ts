import { requestRawData } from '#contract/download.ts'
import { serve } from '../serve.ts'
import { addExport } from './addExport.ts'

export const requestRawDataRoute = serve(requestRawData, async (call) => {
  const { company_id, ...request } = call.body
  return addExport(call, company_id, { kind: 'raw-data', ...request })
})
