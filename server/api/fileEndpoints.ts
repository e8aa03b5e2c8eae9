import { getChartTile } from '#contract/wire/chart.ts'
import { getDownloadFile } from '#contract/wire/download.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { getExportFile } from '#contract/wire/fleetExport.ts'
import { getImageFile, getPicture } from '#contract/wire/image.ts'
import { getLogbookFile } from '#contract/wire/logbook.ts'
import { getModelFile } from '#contract/wire/model.ts'
import { getReportPdf } from '#contract/wire/reportSchedule.ts'
import { getSeaServiceFile } from '#contract/wire/seaService.ts'

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
