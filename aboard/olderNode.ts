/** Adds to Node 20 the methods that newer versions have and shared code uses. */
if (Map.groupBy === undefined)
  Map.groupBy = (items, keyOf) => {
    const groups = new Map()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index++)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  }

if (Promise.withResolvers === undefined)
  Promise.withResolvers = <Value>() => {
    let resolve: (value: Value | PromiseLike<Value>) => void = () => undefined
    let reject: (reason?: unknown) => void = () => undefined
    const promise = new Promise<Value>((onValue, onError) => {
      resolve = onValue
      reject = onError
    })
    return { promise, resolve, reject }
  }
