def worker(context, number):
    pass
