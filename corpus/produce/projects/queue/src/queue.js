import { delayFor } from './backoff.js';

export class Queue {
  constructor({ attempts = 3, sleep = () => Promise.resolve() } = {}) {
    this.attempts = attempts;
    this.sleep = sleep;
    this.jobs = [];
    this.dead = [];
  }

  push(job) {
    this.jobs.push(job);
    return this;
  }

  async drain() {
    let done = 0;
    while (this.jobs.length > 0) {
      const job = this.jobs.shift();
      if (await this.attempt(job)) {
        done += 1;
      } else {
        this.dead.push(job);
      }
    }
    return done;
  }

  async attempt(job) {
    for (let n = 1; n <= this.attempts; n += 1) {
      try {
        await job();
        return true;
      } catch {
        await this.sleep(delayFor(n));
      }
    }
    return false;
  }
}
