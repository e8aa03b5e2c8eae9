/** Version that the console shows in its settings; the newest release notes describe it. */
export const CONSOLE_VERSION = '3.11.0'
