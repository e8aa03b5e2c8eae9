declare module 'unbzip2-stream' {
  /** A stream of the time before `stream.Readable`: `pipeline` and async iteration do not understand it. */
  function unbzip2(): NodeJS.ReadWriteStream
  export = unbzip2
}
