import { telemetryCases } from '#server/testing/telemetryCases.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'

telemetryCases(testTelemetry)
