import { getChartTile } from '#contract/chart.ts'
import { getDownloadFile } from '#contract/download.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { getExportFile } from '#contract/fleetExport.ts'
import { getImageFile, getPicture } from '#contract/image.ts'
import { getLogbookFile } from '#contract/logbook.ts'
import { getModelFile } from '#contract/model.ts'
import { getReportPdf } from '#contract/reportSchedule.ts'
import { getSeaServiceFile } from '#contract/seaService.ts'

/** Calls that answer a file: each has a route of its own, since a browser that follows a link brings its cookie alone. */
export const FILE_ENDPOINTS: readonly AnyEndpoint[] = [
  getImageFile,
  getPicture,
  getModelFile,
  getChartTile,
  getSeaServiceFile,
  getReportPdf,
  getLogbookFile,
  getDownloadFile,
  getExportFile,
]
