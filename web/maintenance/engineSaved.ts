/** Words and effects of saving an engine. */
export const engineSaved = {
  success: 'maintenance.engineSaved',
  failure: 'maintenance.saveFailed',
  affects: ['maintenance'],
} as const
