/**
 * Compares booked vendors and watched licenses with each new publication within a minute, even if another
 * process or the command line published it. A comparison that fails is retried a minute later.
 */
export function createPublicationLook({
  findVersion,
  services,
}: {
  readonly findVersion: () => Promise<number | undefined>;
  readonly services: {
    readonly booked: { look(): Promise<{ readonly failed: number }> };
    readonly monitoring: { run(): Promise<unknown> };
  };
}): () => Promise<boolean> {
  let compared: number | undefined;
  return async () => {
    const version = await findVersion();
    if (version === undefined || version === compared) return false;
    await services.monitoring.run();
    await services.booked.look();
    compared = version;
    return true;
  };
}
