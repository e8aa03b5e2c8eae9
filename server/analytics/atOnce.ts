/** Maps in order of the input with at most `limit` under way; the first failure ends it. */
export async function atOnce<In, Out>(
  limit: number,
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const outputs: Out[] = []
  const queue = inputs.entries()
  const worker = async () => {
    for (const [index, input] of queue) outputs[index] = await work(input)
  }
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker))
  return outputs
}
