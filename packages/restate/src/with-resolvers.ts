/** `Promise.withResolvers`, which the SDK calls, and Node 20 lacks. */

interface WithResolvers {
  withResolvers?: () => object;
}

function withResolvers(): object {
  const made = {};
  const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return Object.assign(made, { promise });
}

export function addWithResolvers(): void {
  (Promise as WithResolvers).withResolvers ??= withResolvers;
}
