declare module '*.json?signed-out' {
  const words: Record<string, object>
  // biome-ignore lint/style/noDefaultExport: what JSON exports
  export default words
}

declare module '*.json?problem' {
  const words: { problem: Record<string, string> }
  // biome-ignore lint/style/noDefaultExport: what JSON exports
  export default words
}
