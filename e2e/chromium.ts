/** The browser that people have. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** The same without a window around its pages, which takes a fifth less of a processor. */
export const HEADLESS_SHELL = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/**
 * Each window of this browser loads two pages for the list below its address bar, which nobody sees here: as much work as a page
 * of the console, 0.7 seconds of a processor of 1.7 for each context. The rest is Playwright's own list, whose place this one takes.
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

/** Software WebGL, and none of the calls home that a closed network refuses. */
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
  `--disable-features=${DISABLED_FEATURES}`,
]

/** For what a page has from the system around it: notifications, and a screen that stays on. */
export const WHOLE_BROWSER = { executablePath: CHROMIUM, args: CHROMIUM_ARGS }
