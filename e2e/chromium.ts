/** Path of the browser that users have. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Path of the same browser without windows, which needs a fifth less of a processor. */
export const HEADLESS_SHELL = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/**
 * Each window of this browser loads two pages for the list below its address bar, which no test needs. They cost 0.7
 * of the 1.7 processor seconds of each context. The other entries are Playwright's own list, which this list
 * replaces.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * Software WebGL, and no requests of the browser to its maker, which a closed network refuses. A journey ends before
 * its script gains from optimised code, and optimising took a seventh of the processor time of the journeys.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${DISABLED_FEATURES}`,
]

/** Journeys smooth no edges in 3D, for which the processor would draw each pixel four times. Pictures and benches do. */
export const JOURNEY_ARGS = [...CHROMIUM_ARGS, '--webgl-antialiasing-mode=none']

/** For tests that need notifications or a screen that stays on. */
export const WHOLE_BROWSER = { executablePath: CHROMIUM, args: JOURNEY_ARGS }
