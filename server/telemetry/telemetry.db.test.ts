import { telemetryCases } from './telemetryCases.ts'
import { testTelemetry } from './testTelemetry.ts'

telemetryCases(testTelemetry)
