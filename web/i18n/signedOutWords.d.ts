declare module '*.json?signed-out' {
  const words: Record<string, object>
  // biome-ignore lint/style/noDefaultExport: what JSON exports
  export default words
}
