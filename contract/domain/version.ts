/** What the console calls itself in its settings; the newest of the release notes is about it. */
export const CONSOLE_VERSION = '3.11.0'
